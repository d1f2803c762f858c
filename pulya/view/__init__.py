"""Values to text and JSON rows; decides nothing."""

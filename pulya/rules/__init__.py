"""What one record costs under one convention.  Pure: same in, same out."""

"""One line of text and one record: the words, reading and writing."""

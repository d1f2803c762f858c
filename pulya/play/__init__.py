"""The live table: the loop, its words, guided entry, and help with a line that cannot be."""

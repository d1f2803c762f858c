"""Where a paper sheet and the record part, and which mistakes explain it.  Pure."""

"""The scorekeeper of a real Preferans table."""

__version__ = "0.1.0"

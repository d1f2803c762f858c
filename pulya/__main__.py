"""``python -m pulya``."""

from pulya.cli import main

if __name__ == "__main__":
    main()

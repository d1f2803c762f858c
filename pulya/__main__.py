"""``pulya`` and ``python -m pulya``."""

import gc


def main() -> None:
    """Run the program.

    A command lives for a moment and makes no cycles worth collecting; looking for them, beginning with the
    imports, takes a twentieth of its time, and a third of that of a long journal.
    """
    gc.disable()
    from pulya.cli import main as run

    run()


if __name__ == "__main__":
    main()

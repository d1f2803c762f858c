"""Commands."""


def main() -> None:
    """Run."""

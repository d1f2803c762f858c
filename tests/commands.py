"""The commands of the program as a tree, each imported."""

import click


def children(group: click.Group) -> dict[str, click.Command]:
    """Return the commands of a group by name."""
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}

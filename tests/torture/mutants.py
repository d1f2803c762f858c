"""Change the scoring modules one place at a time, and see whether the tests that know the right figures notice.

    python tests/torture/mutants.py [HOW MANY] [SEED]

A mutant is a comparison, an operator, a condition or a small number that is another one.  What survives is
printed: either nothing on a sheet depends on it, or a case is missing in ``tests/cases``.
"""

import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
SCORING = [
    *sorted((ROOT / "pulya" / "rules").glob("*.py")),
    *(ROOT / "pulya" / f"{name}.py" for name in ("settlement", "sheet", "table", "game")),
]
KNOWING = (
    "test_settlement",
    "test_cases",
    "test_frozen",
    "test_samples",
    "test_corrections",
    "test_match",
    "test_open",
    "test_oracle",
)
OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
NAMES = {"min": "max", "max": "min", "any": "all", "all": "any"}


def places(node: ast.AST) -> Iterator[tuple[int, Callable[[], None]]]:
    """Yield the line of each place of a tree, and what changes it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Assert | ast.Raise | ast.AnnAssign) or (
            isinstance(child, ast.Call) and "say" in ast.unparse(child.func)
        ):
            continue  # what is said moves no total
        yield from places(child)
    line = getattr(node, "lineno", 0)
    if isinstance(node, ast.Compare):
        signs: list[Any] = node.ops
        for at, sign in enumerate(signs):
            if type(sign) in OTHER:
                yield line, partial(signs.__setitem__, at, OTHER[type(sign)]())
    elif isinstance(node, ast.BinOp | ast.BoolOp) and type(node.op) in OTHER:
        yield line, partial(setattr, node, "op", OTHER[type(node.op)]())
    elif isinstance(node, ast.If | ast.IfExp | ast.comprehension):
        if isinstance(node, ast.comprehension):
            for at, test in enumerate(node.ifs):
                yield test.lineno, partial(node.ifs.__setitem__, at, ast.UnaryOp(ast.Not(), test))
        else:
            yield line, partial(setattr, node, "test", ast.UnaryOp(ast.Not(), node.test))
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield line, partial(setattr, node, "value", node.value + 1)
    elif isinstance(node, ast.Name) and node.id in NAMES:
        yield line, partial(setattr, node, "id", NAMES[node.id])


def survives(folder: Path, path: Path, number: int) -> tuple[bool, str]:
    """Try the mutant of this number; return whether no test noticed, and the changed line."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    line, change = list(places(tree))[number]
    change()
    target = folder / path.relative_to(ROOT)
    target.write_text(ast.unparse(ast.fix_missing_locations(tree)), "utf-8")
    try:
        run = subprocess.run(
            [
                sys.executable,
                "-m",
                "pytest",
                "-x",
                "-q",
                "--no-header",
                "-p",
                "no:cacheprovider",
                *(f"tests/{name}.py" for name in KNOWING),
            ],
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            timeout=300,
            check=False,
        )
        alive = run.returncode == 0
    except subprocess.TimeoutExpired:
        alive = False
    finally:
        target.write_text(source, "utf-8")
    return alive, f"{path.relative_to(ROOT)}:{line}: {source.splitlines()[line - 1].strip()}"


def main(most: int, seed: int) -> int:
    """Try so many mutants; return how many survived."""
    mutants = [
        (path, at) for path in SCORING for at in range(len(list(places(ast.parse(path.read_text("utf-8"))))))
    ]
    chosen = random.Random(seed).sample(mutants, min(most, len(mutants)))
    print(f"{len(mutants)} mutants, {len(chosen)} tried", flush=True)
    alive = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("pulya", "conventions", "tests", "samples"):
            shutil.copytree(ROOT / part, folder / part)
        shutil.copy(ROOT / "pyproject.toml", folder)
        for path, at in chosen:
            survived, where = survives(folder, path, at)
            alive += survived
            print(("survived " if survived else "killed   ") + where, flush=True)
    print(f"{len(chosen) - alive} of {len(chosen)} killed, {alive} survived")
    return alive


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, int(sys.argv[2]) if len(sys.argv) > 2 else 1)

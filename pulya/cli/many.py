"""The same work over many journals: which files, with progress shown, on several processors where that pays."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import partial
from typing import Final, TypeVar

import click

from pulya.errors import JournalError, Location, PulyaError
from pulya.files import in_folder, is_folder
from pulya.message import say

_SHOWN: Final = 20  # files from which on a terminal shows how far the work is
# Files from which on other processes pay: of evenings of a dozen deals, on two processors, 50 take as long either
# way, 100 three fifths of the time and 400 half of it.
_SHARED: Final = 100
_SUFFIX: Final = ".pulya"

Done = TypeVar("Done")


def journals(paths: Sequence[str]) -> list[str]:
    """Return the files that are named, each once: of a folder all its journals, by name.

    Raises `JournalError` for a folder without any.
    """
    found: dict[str, str] = {}
    for path in paths:
        files = in_folder(path, _SUFFIX) if is_folder(path) else [path]
        if not files:
            raise JournalError(
                say("there is no journal in this folder"),
                at=Location(file=path),
                hint=say("journals end with .pulya; name a folder that holds some, or the files"),
            )
        for file in files:
            found.setdefault(os.path.realpath(file), file)
    return list(found.values())


def over(paths: Sequence[str], work: Callable[[str], Done]) -> list[Done | PulyaError]:
    """Return what ``work`` makes of each file, or its complaint, in the order of the files.

    ``work`` is a function of a module, so that other processes can find it.
    """
    results = _results(paths, partial(_guarded, work))
    if len(paths) < _SHOWN or not sys.stderr.isatty():
        return list(results)
    with click.progressbar(results, length=len(paths), file=sys.stderr) as shown:
        return list(shown)


def _guarded(work: Callable[[str], Done], path: str) -> Done | PulyaError:
    try:
        return work(path)
    except PulyaError as error:
        return error


def _results(paths: Sequence[str], work: Callable[[str], Done]) -> Generator[Done, None, None]:
    processors = os.cpu_count() or 1
    if len(paths) < _SHARED or processors == 1:
        yield from map(work, paths)
        return
    # Dear to import, and of no use to a few files.
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(processors, initializer=_serve) as pool:
        try:
            yield from pool.map(work, paths, chunksize=max(1, len(paths) // (processors * 8)))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _serve() -> None:
    """Leave Ctrl-C to the process that was asked, and the cache as it is: so many headers would empty it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["PULYA_CACHE"] = ""


def worst(errors: Iterable[PulyaError]) -> int:
    """Return the exit code for several complaints: the largest, 0 for none."""
    return max((error.exit_code for error in errors), default=0)

"""One writer at a time: a lock on the file itself, which the system drops when its holder dies."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from pulya.errors import Location, WriteError
from pulya.files import failing
from pulya.message import Text, say
from pulya.value import Value

PATIENCE: Final = 10.0  # seconds to wait for another writer
SOON: Final = 0.5  # seconds before a waiting writer says so
_PAUSE: Final = 0.02
HOLDERS: Final = "/proc/locks"


class Held(Value):
    """A file open for appending that no other writer has."""

    path: str
    handle: int


@contextmanager
def hold(path: str, waiting: Callable[[], None] = lambda: None) -> Iterator[Held]:
    """Have a file to write to alone; ``waiting`` is called once when that does not come soon.

    Raises `WriteError` where the file cannot be written, or another writer does not let it go.
    """
    begun = time.monotonic()
    told = False
    with failing(path):
        while (held := _taken(path)) is None:
            waited = time.monotonic() - begun
            if waited > PATIENCE:
                raise WriteError(
                    say("another program is writing to it"), at=Location(file=path), hint=_cure(path)
                )
            if waited > SOON and not told:
                told = True
                waiting()
            time.sleep(_PAUSE)
    try:
        yield held
    finally:
        with suppress(OSError):  # what was written is on the disk already
            os.close(held.handle)


def is_there(held: Held) -> bool:
    """Say whether the file still has its name: an editor may have put another one in its place."""
    try:
        return os.path.samestat(os.fstat(held.handle), os.stat(held.path))
    except FileNotFoundError:
        return False


def _taken(path: str) -> Held | None:
    """Return the file, open and locked; ``None`` while somebody else has it.

    It is opened anew at each try: who had it may have put another file in its place, as ``freeze`` does.
    """
    # Opened without waiting: a named pipe would never answer.
    handle = os.open(path, os.O_RDWR | os.O_APPEND | getattr(os, "O_NONBLOCK", 0))
    held = Held(path, handle)
    taken = False
    try:
        taken = stat.S_ISREG(os.fstat(handle).st_mode) and _lock(handle) and is_there(held)
    finally:
        if not taken:
            os.close(handle)
    return held if taken else None


if sys.platform == "win32":
    _FAR: Final = 0x7FFF_FFF0  # a locked byte cannot be read, so it is one that is never there

    def _lock(handle: int) -> bool:
        import msvcrt

        os.lseek(handle, _FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True
else:

    def _lock(handle: int) -> bool:
        import fcntl

        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def _cure(path: str) -> Text:
    """Say how to go on, with the process that has the file where the system tells."""
    with suppress(OSError):
        inode = os.stat(path).st_ino
        with open(HOLDERS, encoding="ascii") as holders:
            lines = holders.read().splitlines()
        for line in lines:
            words = line.split()
            if "FLOCK" in words[1:2] and words[5].endswith(f":{inode}"):
                return say("nothing was recorded; wait for process {process}, or end it", process=words[4])
    return say("nothing was recorded; wait for the other program, or end it")

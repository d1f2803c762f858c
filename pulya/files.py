"""Read text that somebody else wrote, and append to it; every failure says which file and what to do."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from pulya.errors import Location, PulyaError, WriteError
from pulya.message import Text, say


def read_text(path: Path, limit: int, refusal: type[PulyaError]) -> str:
    """Return the text of a regular UTF-8 file of at most ``limit`` bytes.

    Raises ``refusal`` for anything else.
    """

    def refuse(problem: Text, hint: Text) -> PulyaError:
        return refusal(problem, at=Location(file=str(path)), hint=hint)

    try:
        # Opened without waiting: a named pipe would never answer.
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise refuse(say("this is not a regular file"), say("name a text file"))
            data = file.read(limit + 1)
    except FileNotFoundError:
        raise refuse(say("there is no such file"), say("check the name; `new` makes a journal")) from None
    except IsADirectoryError:
        raise refuse(say("this is a folder"), say("name the file in it")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise refuse(
            say("it cannot be read: {reason}", reason=reason), say("check the name and its rights")
        ) from None
    if len(data) > limit:
        raise refuse(
            say("the file is larger than {limit} bytes", limit=limit),
            say("this is hardly the file you meant"),
        )
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse(say("the file is UTF-16"), say("save it as UTF-8"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refusal(
            say("the file is not UTF-8 text"),
            at=Location(file=str(path), line=line),
            hint=say("save it as UTF-8; it may be a picture, or text in an old Windows encoding"),
        ) from None
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise refusal(
            say("the file has NUL bytes"),
            at=Location(file=str(path), line=line),
            hint=say("it is no text, or the disk lost what was written here"),
        )
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def append(path: Path, text: str) -> None:
    """Add whole lines at the end, on disk when this returns; no byte already there is touched."""
    data = (text + "\n").encode()
    with _failing(path, _NOTHING_RECORDED):
        handle = os.open(path, os.O_WRONLY | os.O_APPEND)
        try:
            size = os.fstat(handle).st_size
            if size and not _ends_with_newline(path, size):
                data = b"\n" + data
            _put(handle, data, size)
            _sync(handle, path)
        finally:
            os.close(handle)


def create(path: Path, text: str) -> None:
    """Write a new file, on disk when this returns; an existing one is never touched."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        raise WriteError(
            say("the file is there already"),
            at=Location(file=str(path)),
            hint=say("choose another name; nothing is ever overwritten"),
        ) from None
    except OSError as error:
        raise _failed(path, error, _NOTHING_RECORDED) from None
    try:
        with _failing(path, _NOTHING_RECORDED):
            _put(handle, text.encode(), 0)
            os.fsync(handle)
    except WriteError:
        path.unlink(missing_ok=True)
        raise
    finally:
        os.close(handle)
    _sync_folder(path.parent)


def replace(path: Path, data: bytes) -> None:
    """Put bytes in the place of a file: written beside it, on disk, and then moved; the mode is kept."""
    beside = path.with_name(f".{path.name}.new")
    with _failing(path, _NOTHING_CHANGED):
        try:
            handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, stat.S_IMODE(path.stat().st_mode))
            try:
                _put(handle, data, 0)
                os.fsync(handle)
            finally:
                os.close(handle)
            beside.replace(path)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
    _sync_folder(path.parent)


_NOTHING_RECORDED: Final = say("nothing was recorded; check the folder, its rights and the space on the disk")
_NOTHING_CHANGED: Final = say("nothing was changed; check the folder, its rights and the space on the disk")


@contextmanager
def _failing(path: Path, hint: Text) -> Iterator[None]:
    """Say a failure of the system in our words."""
    try:
        yield
    except OSError as error:
        raise _failed(path, error, hint) from None


def _failed(path: Path, error: OSError, hint: Text) -> WriteError:
    reason = error.strerror or str(error)
    return WriteError(
        say("it could not be written: {reason}", reason=reason), at=Location(file=str(path)), hint=hint
    )


def _put(handle: int, data: bytes, size: int) -> None:
    """Write all bytes, or none: a part of a record is worse than none."""
    try:
        written = os.write(handle, data)
    except OSError:
        os.ftruncate(handle, size)
        raise
    if written != len(data):
        os.ftruncate(handle, size)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sync(handle: int, path: Path) -> None:
    """Put a record on disk; when that fails nobody knows whether it is there."""
    try:
        os.fsync(handle)
    except OSError as error:
        hint = say("it may be on the disk or not: look with `pulya log` before you type it again")
        raise _failed(path, error, hint) from None


def _sync_folder(folder: Path) -> None:
    """Put the name of a new file on disk too, where the system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    except OSError:  # the file itself is on the disk; some systems sync no folders
        return
    finally:
        os.close(handle)


def _ends_with_newline(path: Path, size: int) -> bool:
    with path.open("rb") as file:
        file.seek(size - 1)
        return file.read(1) == b"\n"

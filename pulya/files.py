"""Read what somebody else wrote, and write so that a crash leaves the old or the new; every failure helps.

Paths are texts in this program: `pathlib` would be a twentieth of the time of every command.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final

from pulya.errors import Location, PulyaError, WriteError
from pulya.message import Text, say


def kind(path: str) -> int:
    """Return the mode of a file or folder, 0 where there is none or the system does not say."""
    try:
        return os.stat(path).st_mode
    except (OSError, ValueError):  # a name too long, a folder that may not be entered, a NUL in the name
        return 0


def is_file(path: str) -> bool:
    """Say whether this is a regular file."""
    return stat.S_ISREG(kind(path))


def is_folder(path: str) -> bool:
    """Say whether this is a folder."""
    return stat.S_ISDIR(kind(path))


def in_folder(folder: str, ending: str) -> list[str]:
    """Return the paths of what lies in a folder and ends so, by name; nothing where it cannot be read."""
    try:
        names = os.listdir(folder or os.curdir)
    except OSError:
        return []
    # Some systems do not tell capital letters from small ones.
    found = sorted(name for name in names if os.path.normcase(name).endswith(ending))
    return [tidy(os.path.join(folder, name)) for name in found]


def tidy(path: str) -> str:
    """Return a path as it is shown: without `.` and without doubled signs."""
    drive, rest = os.path.splitdrive(path.replace(os.altsep, os.sep) if os.altsep else path)
    parts = [part for part in rest.split(os.sep) if part not in {"", os.curdir}]
    root = drive + os.sep if rest.startswith(os.sep) else drive
    return root + os.sep.join(parts) or os.curdir


def stem(path: str) -> str:
    """Return the name of a file without its folder and its ending."""
    return os.path.splitext(os.path.basename(path))[0]


def ending(path: str) -> str:
    """Return the ending of a file's name with its dot, or nothing; a dot at either end of the name begins none."""
    name = os.path.basename(path)
    at = name.rfind(".")
    return name[at:] if 0 < at < len(name) - 1 else ""


def read_text(path: str, limit: int, refusal: type[PulyaError]) -> str:
    """Return the text of a regular UTF-8 file of at most ``limit`` bytes.

    Raises ``refusal`` for anything else.
    """
    return decode(read_bytes(path, limit, refusal), path, refusal)


def read_bytes(path: str, limit: int, refusal: type[PulyaError]) -> bytes:
    """Return what is in a regular file of at most ``limit`` bytes.

    Raises ``refusal`` for anything else.
    """

    def refuse(problem: Text, hint: Text) -> PulyaError:
        return refusal(problem, at=Location(file=path), hint=hint)

    try:
        # Opened without waiting: a named pipe would never answer.
        with os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0)), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise refuse(say("this is not a regular file"), say("name a text file"))
            data = (
                file.read(limit + 1) or b""
            )  # nothing, where a file of the system would have to be waited for
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
    return data


def decode(data: bytes, path: str, refusal: type[PulyaError]) -> str:
    """Return the text that the bytes of a file are, its lines ended by a newline each.

    Raises ``refusal`` for what is not UTF-8 text.
    """
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refusal(say("the file is UTF-16"), at=Location(file=path), hint=say("save it as UTF-8"))
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise refusal(
            say("the file is not UTF-8 text"),
            at=Location(file=path, line=line),
            hint=say("save it as UTF-8; it may be a picture, or text in an old Windows encoding"),
        ) from None
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        raise refusal(
            say("the file has NUL bytes"),
            at=Location(file=path, line=line),
            hint=say("it is no text, or the disk lost what was written here"),
        )
    return text.removeprefix("\ufeff").replace("\r\n", "\n")


def append(path: str, handle: int, data: bytes) -> None:
    """Add bytes at the end of an open file in one write, on disk when this returns; all of them or none.

    Raises `WriteError`; where the disk does not answer it says that nobody knows.
    """
    _put(path, handle, data)
    with failing(path, NOT_KNOWN):
        os.fsync(handle)


def _put(path: str, handle: int, data: bytes) -> None:
    with failing(path):
        size = os.fstat(handle).st_size
        try:
            written = os.write(handle, data)
        except OSError:
            os.ftruncate(handle, size)
            raise
        if written != len(data):
            # A part of a record is worse than none.
            os.ftruncate(handle, size)
            raise WriteError(
                say("it could not be written: only {written} of {all} bytes", written=written, all=len(data)),
                at=Location(file=path),
                hint=NOTHING_WRITTEN,
            )


def create(path: str, data: bytes) -> None:
    """Write a new file, on disk when this returns; whatever has the name already is never touched."""
    with failing(path), _beside(path, None, data) as beside:
        try:
            _link(beside, path, data)
        except FileExistsError:
            raise WriteError(
                say("the file is there already"),
                at=Location(file=path),
                hint=say("choose another name; nothing is ever overwritten"),
            ) from None
    sync_folder(path)


def replace(path: str, data: bytes) -> None:
    """Put bytes in the place of a file: written beside it, on disk, and then moved; the mode is kept."""
    with failing(path):
        path = os.path.realpath(path)  # a link to the file stays one
        with _beside(path, stat.S_IMODE(os.stat(path).st_mode), data) as beside:
            os.replace(beside, path)
    sync_folder(path)


def export(path: str, data: bytes) -> None:
    """Write a file that can be made again, a picture or a page, over an older one of its kind.

    It is written beside and moved into place, so the old file is whole or the new one is.  A journal, a link
    and what is no regular file are never written over: raises `WriteError`, as for every failure.
    """

    def refuse(problem: Text, hint: Text) -> WriteError:
        return WriteError(problem, at=Location(file=path), hint=hint)

    mode = None
    with failing(path):
        with suppress(FileNotFoundError):
            mode = os.lstat(path).st_mode
        if ending(path) == ".pulya":
            raise refuse(say("a journal is never written over"), say("choose a name that ends otherwise"))
        if mode is not None and stat.S_ISLNK(mode):
            raise refuse(say("this is a link to another file"), say("name that file itself"))
        if mode is not None and not stat.S_ISREG(mode):
            raise refuse(say("this is not a regular file"), say("name a file, or leave it out to print"))
        with _beside(path, None if mode is None else stat.S_IMODE(mode), data) as beside:
            os.replace(beside, path)
    sync_folder(path)


NOT_KNOWN: Final = say("it may be on the disk or not: look with `pulya log` before you type it again")
NOTHING_WRITTEN: Final = say("nothing was written; check the folder, its rights and the space on the disk")


@contextmanager
def failing(path: str, hint: Text = NOTHING_WRITTEN) -> Iterator[None]:
    """Say a failure of the system in our words."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise WriteError(
            say("it could not be written: {reason}", reason=reason), at=Location(file=path), hint=hint
        ) from None
    except ValueError:  # a NUL in its name
        raise WriteError(
            say("no file can have this name"), at=Location(file=path), hint=say("choose another name")
        ) from None


@contextmanager
def _beside(path: str, mode: int | None, data: bytes) -> Iterator[str]:
    """Give a new file of this content in the same folder, on disk; what is left of it is removed."""
    beside = os.path.join(os.path.dirname(path), f".pulya-{os.urandom(6).hex()}")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        try:
            if mode is not None:
                os.chmod(beside, mode)
            _put(path, handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        yield beside
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _link(beside: str, path: str, data: bytes) -> None:
    """Give a file its name if nothing has it, in one step where the system can."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # no hard links here, as on a memory card
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        try:
            _put(path, handle, data)
            os.fsync(handle)
        except (OSError, WriteError):
            with suppress(FileNotFoundError):
                os.unlink(path)
            raise
        finally:
            os.close(handle)


def sync_folder(path: str) -> None:
    """Put the name of a new file on disk too, where the system can."""
    try:
        handle = os.open(os.path.dirname(path) or os.curdir, os.O_RDONLY)
    except OSError:  # Windows opens no folders
        return
    try:
        os.fsync(handle)
    except OSError as error:
        if error.errno in {
            errno.EIO,
            errno.ENOSPC,
            errno.EDQUOT,
        }:  # others only say that folders are not synced
            hint = say(
                "the file is written, but its name may be lost if the power fails now; look after the disk"
            )
            raise WriteError(
                say("the folder could not be written: {reason}", reason=error.strerror),
                at=Location(file=path),
                hint=hint,
            ) from None
    finally:
        with suppress(OSError):
            os.close(handle)

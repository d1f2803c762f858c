"""The loop of a live table: a line comes in, a text goes out, and what is recorded is on the disk by then.

Nothing here reads a terminal: the lines are handed in, one after another.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Collection, Sequence
from typing import Final

from pulya import journal
from pulya.errors import PulyaError, RecordError
from pulya.evening import Evening, open_evening
from pulya.game import Game
from pulya.message import Text, say
from pulya.notation.read import read
from pulya.notation.words import fold, keyword_of
from pulya.notation.write import write
from pulya.play.commands import command_of, is_no, is_yes
from pulya.play.guided import Guide
from pulya.play.question import Question
from pulya.record import Entry, Fix, Undo
from pulya.recording import with_record
from pulya.ruled import Item
from pulya.seal import seal
from pulya.value import Value
from pulya.view.corrections import correction_text
from pulya.view.glance import glance_lines, glance_sheet
from pulya.view.page import Page
from pulya.view.seals import seal_line
from pulya.view.states import status_text

_FEWEST_WRITES: Final = 4  # that are shown, however small the screen is
_ADD: Final = frozenset({"pulya", "add"})  # by habit in front of a record


class Screen(Value):
    """How large the terminal is, in characters."""

    width: int
    height: int

    def rows(self, line: str) -> int:
        """Return how many rows a line takes."""
        return max(1, -(-len(line) // self.width))


SMALL: Final = Screen(80, 24)


class Answer(Value):
    """What a line came to: the text to show, and what else there is to do."""

    text: str = ""
    recorded: bool = False
    error: PulyaError | None = None  # why nothing was done
    command: tuple[str, ...] = ()  # another command of the program, to be run
    leaves: bool = False


class Loop:
    """A journal at a live table.

    ``append`` writes a record and has it on the disk when it returns; ``clock`` is the time a record is
    stamped with, or ``None``; where nobody ``asks``, corrections are written at once.
    """

    def __init__(
        self,
        evening: Evening,
        page: Page,
        append: Callable[[Evening, str], None],
        *,
        clock: Callable[[], str | None] = lambda: None,
        asks: bool = True,
        program: Collection[str] = (),
        screen: Screen = SMALL,
    ) -> None:
        self.evening = evening
        self.page = page
        self.screen = screen
        self.program = program
        self._append = append
        self._clock = clock
        self._asks = asks
        self._waiting: str | tuple[Item, Game] | Guide | None = None  # an offer, a correction, questions
        self._fixed: int | None = None  # the record that the questions are to correct

    @property
    def game(self) -> Game:
        """Return the game as it stands."""
        return self.evening.game

    @property
    def is_asking(self) -> bool:
        """Say whether the next line is an answer."""
        return self._waiting is not None

    @property
    def prompt(self) -> str:
        """Return what stands in front of the line that is typed: the number of the record, or a question mark."""
        return "? " if self.is_asking else f"{self.game.records + 1}> "

    def heading(self) -> str:
        """Return what there is to know before the next deal."""
        return status_text(self.page, self.game)

    def sheet(self) -> str:
        """Return the sheet with balances and money."""
        return glance_sheet(self.page, self.game, self.screen.width, self.evening.provisional)

    def words(self) -> list[str]:
        """Return what an answer can be, where something is asked."""
        if isinstance(self._waiting, Guide) and isinstance(question := self._waiting.now, Question):
            return [word for choice in question.choices for word in choice.words]
        return []

    def drop(self) -> str | None:
        """Forget what was asked; return what that means, ``None`` where nothing was."""
        waiting, self._waiting = self._waiting, None
        return None if waiting is None else self.page.say(say("nothing was written"))

    def step(self, line: str) -> Answer:
        """Take one line: an answer to what was asked, a command, or a record."""
        try:
            return self._step(line)
        except PulyaError as error:  # the file, not the line: a disk that is full, a journal that was damaged
            return Answer("\n".join(error.lines(self.page.translate)), error=error)

    def _step(self, line: str) -> Answer:
        waiting, self._waiting = self._waiting, None
        line = line.strip()
        if isinstance(waiting, Guide):
            return self._guided(waiting, line)
        if waiting is not None and is_yes(line):
            return self._record(waiting, asks=True) if isinstance(waiting, str) else self._confirmed(*waiting)
        if waiting is not None and is_no(line):
            return Answer(self.page.say(say("nothing was written")))
        dropped = isinstance(waiting, tuple)  # a correction that was neither confirmed nor refused
        note = self.page.say(say("nothing was written")) if dropped else None
        answer = self._line(line)
        return answer._replace(text=_joined(note, answer.text))

    def _line(self, line: str) -> Answer:
        words = line.split()
        while words and fold(words[0]) in _ADD:
            words.pop(0)
            line = line.split(maxsplit=1)[1] if words else ""
        if not words:
            return self._begin() if self._asks else Answer()
        # No argument of a program can have a NUL in it; a record with one is refused.
        command = None if "\0" in line else command_of(words[0], self.game.table.everyone, self.program)
        if command is None:
            number = self._to_fix(words)
            if number is not None:
                return self._begin_fix(line, number)
            if words[-1] == "--yes" and keyword_of(words[0]) in {"fix", "undo"}:
                return self._record(line.removesuffix("--yes").rstrip(), asks=False)
            return self._record(line, asks=self._asks)
        if command == "quit":
            return Answer(leaves=True)
        if command == "help":
            return Answer(self.page.say(HELP))
        if command == "back":
            return Answer(self.page.say(say("there is no question to go back to")))
        if command == "balance":
            return Answer(command=("explain", *words[1:], "balance"))
        if command == "guide":
            asked = self._begin()
            answers = line.split(maxsplit=1)[1:]
            return self._step(*answers) if answers and self.is_asking else asked
        if words[1:] or command not in {"sheet", "explain"}:
            return self._command(command, line)
        return Answer(self.sheet()) if command == "sheet" else Answer(command=(command, *self._newest()))

    def _to_fix(self, words: list[str]) -> int | None:
        """Return the number in a `fix 7` that does not say what the record should be, where it can be asked."""
        if not self._asks or len(words) != 2 or keyword_of(words[0]) != "fix":
            return None
        return int(words[1]) if re.fullmatch(r"[0-9]{1,6}", words[1]) else None

    def _begin_fix(self, line: str, number: int) -> Answer:
        """Begin to ask what a record should have been; one that cannot be fixed is not asked about."""
        stands = 0 < number <= self.game.records and self.game.ruled[number - 1].record is not None
        try:
            if not stands:
                with_record(
                    self.evening, f"{line} misdeal", self.page.language
                )  # refused whatever it should be
        except RecordError as error:
            return self._refused(line, error)
        return self._begin(number)

    def _begin(self, number: int | None = None) -> Answer:
        """Begin to ask for the next record, or for what an older one should have been."""
        self._fixed = number
        table = self.game.table if number is None else self.game.ruled[number - 1].before
        if number is None and self.game.over:
            return Answer(self.heading())
        return self._ask(Guide(table, self.game.header.convention))

    def _newest(self) -> tuple[str, ...]:
        return (str(self.game.records),) if self.game.ruled else ()

    def _command(self, command: str, line: str) -> Answer:
        try:
            words = shlex.split(line)
        except ValueError:  # a quotation mark that is not closed
            words = line.split()
        return Answer(command=(command, *words[1:]))

    def _guided(self, guide: Guide, line: str) -> Answer:
        """Answer the question, or as many of them as there are words; or take a whole record in their place."""
        words = line.replace("=", " ").split() or [line]
        for at, word in enumerate(words):
            command = command_of(word, (), ())
            if command == "quit" or (command == "back" and not guide.back()):
                return Answer(self.page.say(say("nothing was written")))
            if command == "back":
                continue
            if not guide.take(word):
                return self._whole(line) or self._ask(guide, say("'{found}' is no answer here", found=word))
            if not isinstance(guide.now, Question):
                more = words[at + 1 :]
                return (self._whole(line) if more else None) or self._made(guide, more)
        return self._ask(guide)

    def _whole(self, line: str) -> Answer | None:
        """Take a line that is a command or a record by itself, ``None`` where it is neither."""
        players = self.game.table.everyone
        if line and command_of(line.split()[0], players, self.program) is not None:
            return self._line(line)
        text = line if self._fixed is None else f"fix {self._fixed} {line}"
        try:
            read(text, players)
        except RecordError:
            return None
        return self._record(text, asks=self._asks)

    def _ask(self, guide: Guide, complaint: Text | None = None) -> Answer:
        assert isinstance(guide.now, Question)
        self._waiting = guide
        said = self.page.say(complaint) if complaint else None
        return Answer(_joined(said, guide.now.shown(self.page)))

    def _made(self, guide: Guide, more: Sequence[str]) -> Answer:
        """Record what the questions came to, and show how it is typed; whether more words fit is the record's to say."""
        assert not isinstance(guide.now, Question)
        record = guide.now if self._fixed is None else Fix(self._fixed, guide.now)
        text = " ".join([write(Entry(record), self.page.language), *more])
        answer = self._record(text, asks=self._asks)
        return answer._replace(
            text=_joined(self.page.say(say("In one line: {text}", text=text)), answer.text)
        )

    def _record(self, text: str, *, asks: bool) -> Answer:
        """Take a record; one that cannot be is shown with its fault, and what may be meant is offered.

        Where it ``asks``, a correction is shown and waits for a yes.
        """
        notice = self.refresh()
        evening, page = self.evening, self.page
        try:
            item, game = with_record(evening, text, page.language)
        except RecordError as error:
            answer = self._refused(text, error)
            return answer._replace(text=_joined(notice, answer.text))
        if isinstance(item.record, Fix | Undo) and asks:
            self._waiting = item, game
            question = page.say(say("Write it? y/n"))
            text = correction_text(page, evening.game, game)
            return Answer(_joined(notice, f"{text}\n{question}"))
        answer = self._write(item, game, was_shown=False)
        return answer._replace(text=_joined(notice, answer.text))

    def _refused(self, text: str, error: RecordError) -> Answer:
        """Show a record that cannot be with its fault, and offer what may be meant."""
        page = self.page
        if error.at.record != self.game.records + 1:
            return Answer("\n".join(error.lines(page.translate)), error=error)
        from pulya.faults import complaint, nearest_reading  # needed for a refusal only

        near = nearest_reading(text, self.evening, page.language)
        lines = complaint(page, error, text, near)
        if near is not None and self._asks:
            self._waiting = near
            lines[-1] += " " + page.say(say("y/n"))
        return Answer("\n".join(lines), error=error)

    def _confirmed(self, item: Item, game: Game) -> Answer:
        """Write a correction that was looked at; where the journal has changed since, it is shown anew."""
        if (notice := self.refresh()) is None:
            return self._write(item, game, was_shown=True)
        answer = self._record(item.text, asks=True)
        return answer._replace(text=_joined(notice, answer.text))

    def _write(self, item: Item, game: Game, *, was_shown: bool) -> Answer:
        """Write a record that can be, stamped with the time; ``was_shown`` says whether its effects have been seen."""
        if item.time is None and (now := self._clock()) is not None:
            item = item._replace(time=now)
            item = item._replace(text=write(item.entry, self.page.language))
            game = game._replace(history=(*game.ruled[:-1], game.ruled[-1]._replace(item=item)))
        before = self.game
        self._append(self.evening, item.text)
        self.evening = self.evening._replace(game=game)
        notice = self.refresh()
        corrects = isinstance(item.record, Fix | Undo) and not was_shown
        lines = correction_text(self.page, before, game) if corrects else self._glance(game)
        code = seal_line(self.page, seal(self.game, self.evening.resolved.fingerprint))
        return Answer(_joined(notice, lines, "", self.sheet(), code), recorded=True)

    def _glance(self, game: Game) -> str:
        """Return the newest record and what it wrote, as much of it as the screen has room for."""
        last = game.ruled[-1]
        notes = [self.page.say(say("note: {warning}", warning=warning)) for warning in last.warnings]
        others = [last.item.text, *notes, "", self.sheet(), "seal", self.heading(), self.prompt]
        rows = sum(self.screen.rows(line) for other in others for line in other.split("\n"))
        lines = glance_lines(self.page, last, max(self.screen.height - rows, _FEWEST_WRITES))
        return "\n".join([*lines, *notes])

    def refresh(self) -> str | None:
        """Read the journal again; return what to say where another program has changed it.

        Raises `PulyaError` where it cannot be read any more.
        """
        known = self.evening.journal
        fresh = journal.read(known.path)
        texts = [line.text for line in fresh.deals]
        if fresh.plain == known.plain and texts == [one.item.text for one in self.game.ruled]:
            self.evening = self.evening._replace(journal=fresh)
            return None
        self.evening = open_evening(known.path)
        return self.page.say(say("another program has changed {file}; it was read again", file=known.path))


HELP: Final = say("""\
A record:     Anna 7h w p = 7      seven hearts, whist and pass, seven tricks
              Boris misere = 1     raspasy = 3 4 3     Anna 6s p p
              Anna 7h concedes     fine Boris mountain 2 (revoke)
Corrections:  undo, undo 7, fix 7 Anna 7h w w = 7 2 1, fix 7 asks
Words:        sheet, why, why 7, why Boris mountain, balance, log, status,
              settle, help, quit, and every other command of pulya
Questions:    an empty line asks step by step; `back` goes one question back
Russian words will do everywhere, and any beginning of a name.""")


def _joined(*parts: str | None) -> str:
    """Return the parts that there are, each on its own line; an empty one between two is an empty line."""
    return "\n".join(part for part in parts if part is not None)

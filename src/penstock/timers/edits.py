"""Changes to a text at the places of its tokens; what is not changed stays as it was written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from penstock.resolve.model import Model
from penstock.source import EXPANSION_BASE, SourceFile
from penstock.syntax.nodes import InlineDefinition
from penstock.syntax.translation import Writer
from penstock.syntax.wording import Phrase


class OutOfReach(Exception):
    """A token is not in the text itself: a macro made it, or it is in an included file."""


class Ambiguous(Exception):
    """Two changes at one place: an inline means different things where it is called."""

    def __init__(self, position: int) -> None:
        self.position = position


@dataclass(frozen=True, slots=True)
class Slice:
    """A stretch of the text, with the changes of names in it."""

    start: int
    end: int


Piece = str | Slice | Phrase
"""What is put into a text; a phrase says what the statement that begins there is called."""

_NAME = re.compile(r"[A-Za-z_]\w*")
_DIRECTIVE = re.compile(r"^[ \t]*#", re.MULTILINE)
_AFTER, _BEFORE, _INSTEAD = range(3)
"""In this order what is put at one place stands there."""


class Edits:
    """Changes to the text `file`, which a model was read from."""

    def __init__(self, model: Model, file: SourceFile) -> None:
        self.model = model
        self.file = file
        self._changes: dict[tuple[int, int], tuple[int, tuple[Piece, ...]]] = {}
        inlines = [unit for unit in model.syntax.program.units if isinstance(unit, InlineDefinition)]
        self._parameters = {inline.name: inline.parameters for inline in inlines}

    # -- places ------------------------------------------------------------------------------

    def start(self, at: int) -> int:
        """Where the token `at` is written."""
        position = self.model.sources.spelled(self._position(at))
        if position is None or not 0 <= position - self.file.base < len(self.file.text):
            raise OutOfReach
        return position - self.file.base

    def end(self, at: int) -> int:
        start = self.start(at)
        if self.is_argument(at):
            return start + len(self._name(start))
        if not self.file.text.startswith(self._text(at), start):
            raise OutOfReach
        return start + len(self._text(at))

    def inside(self, first: int, last: int) -> Slice:
        """What stands between two tokens."""
        start, end = self.end(first), self.start(last)
        if "//" in self.file.text[start:end]:
            raise OutOfReach  # nothing can be put on the line after such a comment
        self._refuse_directives(start, end)
        while self.file.text[start : start + 1].isspace():
            start += 1
        return Slice(start, end)

    def text(self, piece: Slice) -> str:
        return self.file.text[piece.start : piece.end].strip()

    def is_own(self, at: int) -> bool:
        """Whether a token is written in the text as it is."""
        try:
            return self.file.text.startswith(self._text(at), self.start(at))
        except OutOfReach:
            return False

    def written(self, first: int, last: int) -> str:
        return " ".join(self.file.text[self.start(first) : self.end(last)].split())

    def is_argument(self, at: int) -> bool:
        """Whether a token stands for a parameter of an inline: it is written where the inline is called."""
        if at <= self.model.syntax.end:
            return False
        expansion = self.model.sources.expansion(self.model.syntax.tokens.positions[at])
        return expansion is not None and self._name(self.start(at)) in self._parameters.get(expansion.name, ())

    def _position(self, at: int) -> int:
        syntax = self.model.syntax
        return syntax.places[at] if at < len(syntax.places) else syntax.tokens.positions[at]

    def take_whole(self, first: int, last: int) -> None:
        """Make sure that no macro which makes some of these tokens makes others around them."""
        start, end = self.start(first), self.end(last)
        for at in range(first, last + 1):
            position = self._position(at)
            called, _ = self.model.sources.called(position)
            if position >= EXPANSION_BASE and not start <= called - self.file.base < end:
                raise OutOfReach
        text = self.file.text[start:end]
        if text.count("(") != text.count(")"):
            raise OutOfReach  # some are arguments of a macro

    def _name(self, place: int) -> str:
        found = _NAME.match(self.file.text, place)
        return found[0] if found is not None else ""

    def _text(self, at: int) -> str:
        return self.model.syntax.tokens.texts[at]

    # -- changes -----------------------------------------------------------------------------

    def replace(self, at: int, *pieces: Piece) -> None:
        self._change(at, (self.start(at), _INSTEAD), self.end(at), pieces)

    def remove(self, first: int, last: int, *pieces: Piece) -> None:
        """Take out several tokens and what stands between them; lines stay."""
        self.take_whole(first, last)
        start, end = self.start(first), self.end(last)
        lines = "\n" * self.file.text.count("\n", start, end)
        self._change(first, (start, _INSTEAD), end, (*pieces, lines))

    def before(self, at: int, *pieces: Piece) -> None:
        start = self.start(at)
        self._change(at, (start, _BEFORE), start, pieces)

    def after(self, at: int, *pieces: Piece) -> None:
        end = self.end(at)
        self._change(at, (end, _AFTER), end, pieces)

    def join(self, first: int, last: int) -> None:
        """Put tokens on one line: without the parentheses around them, the end of a line would be a separator."""
        if "\n" not in self.file.text[self.start(first) : self.end(last)]:
            return
        for at in range(first, last):
            end, start = self.end(at), self.start(at + 1)
            if "\n" in self.file.text[end:start]:
                self._change(at, (end, _INSTEAD), start, (" ",))

    def insert(self, at: int, place: int, text: str) -> None:
        """Put something at a place that has no token of its own; `at` is a token nearby."""
        self._change(at, (place, _BEFORE), place, (text,))

    def _refuse_directives(self, start: int, end: int) -> None:
        """A directive between tokens has a line of its own."""
        if _DIRECTIVE.search(self.file.text, start, end):
            raise OutOfReach

    def _change(self, at: int, key: tuple[int, int], end: int, pieces: tuple[Piece, ...]) -> None:
        self._refuse_directives(key[0], end)
        if self._changes.setdefault(key, (end, pieces)) != (end, pieces):
            raise Ambiguous(self.model.syntax.tokens.positions[at])

    # -- the result --------------------------------------------------------------------------

    def write(self, writer: Writer) -> None:
        """The text with all changes."""
        file, done = self.file, 0
        for (place, _), (end, pieces) in sorted(self._changes.items(), key=lambda change: change[0]):
            self._copy(writer, done, place)
            for piece in pieces:
                self._put(writer, piece, file.base + place, max(1, end - place))
            done = max(done, end)
        self._copy(writer, done, len(file.text))

    def _copy(self, writer: Writer, start: int, end: int) -> None:
        """What stays, with what its statements are called if the text is a translation itself."""
        translation = self.model.syntax.translation
        for place, phrase in translation.phrases.items() if translation is not None else ():
            if start <= place < end:
                writer.note(phrase, place - start)
        writer.copy(self.file.text[start:end], self.file.base + start)

    def _put(self, writer: Writer, piece: Piece, position: int, length: int) -> None:
        match piece:
            case Phrase():
                writer.note(piece)
            case Slice():
                writer.own(self._rendered(piece), position, length)
            case str():
                writer.own(piece, position, length)

    def _rendered(self, piece: Slice) -> str:
        parts, done = [], piece.start
        for (place, rank), (end, pieces) in sorted(self._changes.items(), key=lambda change: change[0]):
            if rank == _INSTEAD and piece.start <= place < piece.end:
                parts += [self.file.text[done:place], *(found for found in pieces if isinstance(found, str))]
                done = end
        return "".join([*parts, self.file.text[done : piece.end]]).strip()

"""A text with changes: statements replaced, all the rest kept as it was written, comments and layout included.

Changes are made to tokens.  The call of an inline in whose body something changes is replaced by that body, taken from
where the inline is defined, with the arguments put in.  Where a change would cut through a macro or a directive, or
concerns an included file, `Tangled` is raised: the text can then only be changed after preprocessing.

A separator that SPIN implies depends on what stands before it (`}`, `else`, the last word of a line).  So where that
changes, the separator is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from penstock.resolve import Model
from penstock.source import SourceFile, Sources
from penstock.syntax.lexer import BLOCK_COMMENT, LINE_COMMENT, STRING_TEXT
from penstock.syntax.nodes import Block, InlineCall, Node
from penstock.syntax.translation import Translation, Writer
from penstock.syntax.walk import walk
from penstock.syntax.wording import Phrase

_DIRECTIVE = re.compile(r"^[ \t]*#(?:\\\r?\n|[^\n])*", re.MULTILINE)
_BLANK = re.compile(rf"(?:\s|;|->|\\\s*\n|{BLOCK_COMMENT}|{LINE_COMMENT})*", re.DOTALL)
_BESIDE_THE_POINT = re.compile(f"{BLOCK_COMMENT}|{LINE_COMMENT}|{STRING_TEXT}", re.DOTALL)
"""Parentheses in these are none."""
_NEEDS_NONE = frozenset(["::", "fi", "od", "}"])
"""No separator is needed before these."""
_MACRO_PARAMETERS = r"#[ \t]*define[ \t]+{}\("


class Tangled(Exception):
    """A change meets a macro, a directive or an included file halfway."""


@dataclass(frozen=True, slots=True)
class Say:
    """What the statement that begins here is called in answers."""

    text: str
    outside: bool = False


Piece = str | Say
Text = list[Piece]
_Part = tuple[Piece, int, bool]
"""What, from which position, and whether it is the user's own text."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Tokens that come from one place of the text: a token, the call of a macro, a parameter of an inline."""

    first: int
    last: int
    start: int
    end: int
    substituted: bool = False


class TokenEdits:
    def __init__(self, model: Model, file: SourceFile) -> None:
        self.model = model
        self.file = file
        self.tokens = model.syntax.tokens
        self.sources: Sources = model.sources
        self.replaced: dict[int, tuple[int, Text]] = {}
        self.before: dict[int, Text] = {}
        self.after: dict[int, Text] = {}
        self._calls = {node.first: node for node in model.nodes.of(InlineCall)}
        self._arguments = [(call.first, call.last) for call in self._calls.values()]

    # -- changes -------------------------------------------------------------------------------

    def replace(self, first: int, last: int, text: Text | str) -> None:
        self.replaced[first] = last, _pieces(text)

    def put_before(self, at: int, text: Text | str) -> None:
        """Later texts stand further outside."""
        self.before[at] = [*_pieces(text), *self.before.get(at, [])]

    def rename_by_prefix(self, at: int, prefix: str) -> None:
        """Let a name begin with more: where a macro stands for it, that would change the macro's name."""
        if self._in_macro(at):
            raise Tangled
        self.put_before(at, prefix)

    def put_after(self, at: int, text: Text | str) -> None:
        self.after.setdefault(at, []).extend(_pieces(text))

    def changed(self, first: int, last: int) -> bool:
        """Whether anything changes at some tokens."""
        return any(at in self.replaced or at in self.before or at in self.after for at in range(first, last + 1))

    # -- texts ---------------------------------------------------------------------------------

    def raw(self, node: Node) -> str:
        """A node as it is written, with all its parentheses, in one line."""
        first, last = self.balanced(node.first, node.last)
        elsewhere = any(self.tokens.texts[at] and self._written(at)[0] < 0 for at in range(first, last + 1))
        if elsewhere or self._cut_from_macro(first, last):
            raise Tangled
        return "".join(piece for piece, _, _ in self._unchanged(first, last) if isinstance(piece, str)).strip()

    def line_of(self, at: int) -> str:
        """The line in which a token is written."""
        start, _, _ = self._written(at)
        return self.file.line_text(self.file.location(max(0, start)).line)

    def balanced(self, first: int, last: int) -> tuple[int, int]:
        """The tokens of a node and the parentheses that they are cut from."""
        opened = closed = 0
        for at in range(first, last + 1):
            kind = self.tokens.kinds[at]
            if kind in ("(", "["):
                opened += 1
            elif kind in (")", "]"):
                if opened:
                    opened -= 1
                else:
                    closed += 1
        return first - closed, last + opened

    def written(self, first: int, last: int) -> tuple[int, int] | None:
        """Where tokens stand in the text, from where to where; None if they are cut from a macro or from elsewhere."""
        places = [self._written(at) for at in range(first, last + 1) if self.tokens.texts[at]]
        if not places or any(start < 0 for start, _, _ in places) or self._cut_from_macro(first, last):
            return None
        start, end = min(start for start, _, _ in places), max(end for _, end, _ in places)
        return None if _DIRECTIVE.search(self.file.text, start, end) else (start, end)

    def _neighbour(self, at: int, step: int) -> int:
        """The written token before or after another."""
        at += step
        while 0 <= at < len(self.tokens) and not self.tokens.texts[at]:
            at += step
        return at

    def _cut_from_macro(self, first: int, last: int) -> bool:
        """Whether a neighbour of some tokens comes from a macro that they come from as well, or from its arguments."""
        stretches = self._stretches(first, last)
        neighbours = (self._neighbour(first, -1), self._neighbour(last, 1))
        written = [self._written(at) for at in neighbours if 0 <= at < len(self.tokens)]
        return any(found.start < end and start < found.end for found in stretches for start, end, _ in written)

    def _unchanged(self, first: int, last: int) -> Iterator[_Part]:
        saved = self.replaced, self.before, self.after
        self.replaced, self.before, self.after = {}, {}, {}
        yield from list(self._parts(first, last))
        self.replaced, self.before, self.after = saved

    def translation(self, more: str = "", first: str = "") -> Translation:
        """The whole text with its changes, and `more` after it; `first` are declarations that this takes."""
        writer = Writer()
        writer.own(first, self.file.base)
        end = self.model.syntax.end
        for piece, position, copied in self._parts(0, end - 1, whole=True):
            _write(writer, piece, position, copied)
        writer.own(more, self.file.base + max(0, len(self.file.text) - 1))
        return writer.translation(directives=True)

    # -- putting together ------------------------------------------------------------------------

    def _parts(self, first: int, last: int, whole: bool = False) -> Iterator[_Part]:
        """Stretches of text: what, from which position, and whether it is the user's own."""
        text, base = self.file.text, self.file.base
        at = 0 if whole else -1
        ending = first - 1
        stretches = self._stretches(first, last)
        by_first = {found.first: number for number, found in enumerate(stretches)}
        number, changed = 0, False
        while number < len(stretches):
            found = stretches[number]
            index, position = found.first, base + found.start
            replaced = self._ending(index)
            if at >= 0 and found.start >= at:
                gap = text[at : found.start]
                if (changed or replaced is not None or index in self.before) and not _is_blank(gap):
                    raise Tangled
                yield gap if whole else self._inner_gap(gap, ending, index), base + at, True
            yield from self._own(self.before.get(index, ()), position)
            if replaced is None:
                yield from self._kept(found)
                ending, at, number = found.last, found.end, number + 1
            else:
                over = next((one for one in stretches[number:] if one.first <= replaced <= one.last), None)
                if over is None or over.last != replaced or _DIRECTIVE.search(text, found.start, over.end):
                    raise Tangled
                yield from self._replacement(index, replaced, position)
                ending, at, number = replaced, over.end, by_first[over.first] + 1
            yield from self._own(self.after.get(ending, ()), position)
            changed = replaced is not None or ending in self.after
            if changed and self._separates(ending + 1) and self.tokens.kinds[ending + 2] not in _NEEDS_NONE:
                yield " ->" if self.tokens.kinds[ending] == "else" else ";", position, False
        if whole:
            yield text[at:], base + at, True

    def _separates(self, at: int) -> bool:
        """Whether a token is a separator that is not written."""
        return at < len(self.tokens) and self.tokens.kinds[at] == ";" and not self.tokens.texts[at]

    def _inner_gap(self, gap: str, before: int, after: int) -> str:
        """What stands between two tokens, as it can be written elsewhere: in a line, if nothing separates them."""
        if any(self._separates(at) for at in range(before + 1, after)):
            if not _BLANK.fullmatch(gap):
                raise Tangled
            return gap
        return gap if gap.isspace() and "\n" not in gap else " " if gap else ""

    def _ending(self, index: int) -> int | None:
        """The last token of what is replaced from a token on."""
        if index in self.replaced:
            return self.replaced[index][0]
        call = self._calls.get(index)
        return call.last if call is not None and self._changes(call) else None

    def _replacement(self, first: int, last: int, position: int) -> Iterator[_Part]:
        if first in self.replaced:
            yield from self._own(self.replaced[first][1], position)
            return
        call = self._calls[first]
        body = call.body
        assert isinstance(body, Block)
        yield f"/* {call.name} */ {{ ", position, False
        yield from self._parts(body.body.first, self._body_end(body))
        yield " }", position, False

    def _body_end(self, body: Block) -> int:
        """The last token of an expanded body before its brace; what follows in the table is another's."""
        depth, at = 0, body.first
        while True:
            kind = self.tokens.kinds[at]
            depth += (kind == "{") - (kind == "}")
            if depth == 0:
                break
            at += 1
        at -= 1
        while not self.tokens.texts[at] or self.tokens.kinds[at] == ";":
            at -= 1
        return at

    def _changes(self, call: InlineCall) -> bool:
        body = call.body
        if not isinstance(body, Block):
            return False
        own = self.changed(body.first, self._body_end(body))
        return own or any(self._changes(inner) for inner in walk(body) if isinstance(inner, InlineCall))

    def _own(self, pieces: Iterable[Piece], position: int) -> Iterator[_Part]:
        for piece in pieces:
            yield piece, position, False

    def _kept(self, found: _Stretch) -> Iterator[_Part]:
        base = self.file.base
        if not found.substituted:
            inside = [at for at in range(found.first, found.last + 1) if self._touched(at, found)]
            if inside:
                raise Tangled
            yield self.file.text[found.start : found.end], base + found.start, True
            return
        for at in range(found.first, found.last + 1):
            if at > found.first:
                yield from self._own(self.before.get(at, ()), base + found.start)
            yield self.tokens.texts[at] + (" " if at < found.last else ""), base + found.start, False
            if at < found.last:
                yield from self._own(self.after.get(at, ()), base + found.start)

    def _touched(self, at: int, found: _Stretch) -> bool:
        inner = at > found.first and (at in self.before or at in self.replaced)
        return inner or (at < found.last and at in self.after)

    # -- where tokens are written ----------------------------------------------------------------

    def _stretches(self, first: int, last: int) -> list[_Stretch]:
        found: list[_Stretch] = []
        for at in range(first, last + 1):
            if not self.tokens.texts[at]:
                continue
            start, end, substituted = self._written(at)
            if start < 0:
                if self._touched(at, _Stretch(-1, -1, 0, 0)) or at in self.after:
                    raise Tangled
                continue
            begin = at
            # The arguments of a macro are separate tokens inside its call.
            while found and start < found[-1].end and found[-1].start < end:
                before = found.pop()
                begin, start, end = before.first, min(start, before.start), max(end, before.end)
                substituted = substituted and before.substituted
            found.append(_Stretch(begin, at, start, end, substituted))
        return found

    def _written(self, at: int) -> tuple[int, int, bool]:
        """Start and end in the text, and whether something else stands there than the token; -1: in another file."""
        position, text = self.sources.spelled(self.tokens.positions[at]), self.tokens.texts[at]
        if position is None:
            return self._macro(at)
        start = position - self.file.base
        if not 0 <= start <= len(self.file.text):
            return -1, -1, False
        if not self.file.text.startswith(text, start):
            word = re.compile(r"\w+").match(self.file.text, start)
            return start, word.end() if word is not None else start + 1, True
        return start, start + len(text), False

    def _in_macro(self, at: int) -> bool:
        return self.sources.spelled(self.tokens.positions[at]) is None

    def _macro(self, at: int) -> tuple[int, int, bool]:
        """The call that produced a token, from its name to the end of its arguments."""
        position, name = self.sources.called(self.tokens.positions[at])
        start = position - self.file.base
        if not 0 <= start <= len(self.file.text):
            return -1, -1, False
        end = start + len(name)
        with_parameters = re.compile(_MACRO_PARAMETERS.format(re.escape(name)))
        if any(with_parameters.search(file.text) for file in self.sources.files):
            end = _closing(self.file.text, end)
        return start, end, False


def _is_blank(gap: str) -> bool:
    """Whether no token stands in a gap but separators that are one with others: the rest is an argument of a macro.

    Whole lines between directives do not count.
    """
    directives = list(_DIRECTIVE.finditer(gap))
    if directives:
        gap = gap[: directives[0].start()] + gap[directives[-1].end() :]
    return _BLANK.fullmatch(gap) is not None


def _closing(text: str, at: int) -> int:
    """The end of the arguments of a macro whose name ends at `at`."""
    depth = 0
    while at < len(text):
        beside = _BESIDE_THE_POINT.match(text, at)
        if beside is not None:
            at = beside.end()
            continue
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
        if depth == 0 and text[at - 1] == ")":
            break
    return at


def _pieces(text: Text | str) -> Text:
    return [text] if isinstance(text, str) else text


def _write(writer: Writer, piece: Piece, position: int, copied: bool) -> None:
    if isinstance(piece, Say):
        writer.note(Phrase(piece.text, outside=piece.outside))
    elif copied:
        writer.copy(piece, position)
    else:
        writer.own(piece, position)

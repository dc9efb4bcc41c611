"""Text to tokens with all that stands between them kept: comments, directives, the ends of lines.

    x = 1;  // note     ->   x  =  1  ;  and, before what follows, the note
    #define N 2              and the directive

The tokens are those of the text before the preprocessor ran.  Embedded C is one token, and so is
a call whose arguments a macro turns into a string, because there every character counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

WORD = "word"
NUMBER = "number"
QUOTED = "quoted"
MARK = "mark"
VERBATIM = "verbatim"
CUT = "cut"
"""A string or character that its line does not close: the rest of the line belongs to it."""
OTHER = "other"
COMMENT = "comment"
LINE_COMMENT = "line comment"
DIRECTIVE = "directive"
_OPEN_COMMENT = "open comment"
_SPLICE = "splice"
TELL = "<-"

# What separates a token from the one before it, weakest first; a backslash ends the line in two of them.
SPLICED, GLUED, SPACED, FOLDED, NEWLINE, BLANK = range(-1, 5)

SPACES = " \t\f\v\r"
# The C preprocessor joins lines even where spaces follow the backslash.
_SPLICE_TEXT = rf"\\[{SPACES}]*+(?:\n|\Z)"
_BLOCK_TEXT = r"/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*+/"
_LINE_TEXT = rf"//(?:[^\n\\]++|{_SPLICE_TEXT}|\\)*+"
_STRING_TEXT = rf'"(?:[^"\\\n]++|{_SPLICE_TEXT}|\\.)*+"'
_CHARACTER_TEXT = rf"'(?:[^'\\\n]++|{_SPLICE_TEXT}|\\.)*+'"
_CUT_TEXT = rf"[\"'](?:[^\n\\]++|{_SPLICE_TEXT}|\\)*+"
_C_TEXT = rf"{_BLOCK_TEXT}|{_LINE_TEXT}|/\*.*+|{_STRING_TEXT}|{_CHARACTER_TEXT}|{_CUT_TEXT}"
# Longest first.  `<=<`, `>=>` and `!!=` are one operator each in SPIN, by the way it looks ahead.
_MARK_TEXT = (
    r"<->|-->|->|<>|\[\]|<=<|>=>|!!=|--|\+\+|<<|<=|>>|>=|==|!=|!!|\?\?|&&|\|\||::|\.\.|[-{}()\[\];:,.<>=!?&|^~+*/%@]"
)
_KINDS = (
    (WORD, r"[A-Za-z_\x80-\U0010ffff][A-Za-z0-9_\x80-\U0010ffff]*+"),
    (COMMENT, _BLOCK_TEXT),
    (LINE_COMMENT, _LINE_TEXT),
    (_OPEN_COMMENT, r"/\*.*+"),
    # As the preprocessor takes it: `1..N` is one number, and `1 .. N` is not.
    (NUMBER, r"\.?[0-9](?:[eEpP][+-]|[A-Za-z0-9_.\x80-\U0010ffff])*+"),
    (MARK, _MARK_TEXT),
    (QUOTED, rf"{_STRING_TEXT}|{_CHARACTER_TEXT}|\$(?:[^$\n\\]++|{_SPLICE_TEXT}|\\)*+\$"),
    (CUT, rf"{_CUT_TEXT}|\$(?:[^\n\\/]++|{_SPLICE_TEXT}|{_BLOCK_TEXT}|{_LINE_TEXT}|/\*.*+|[\\/])*+"),
    (_SPLICE, _SPLICE_TEXT),
    # A lone backslash before a joined line stays with it, or it would join the lines itself.
    (OTHER, rf"(?:\\[{SPACES}]*+(?=\\))++{_SPLICE_TEXT}|."),
)
_ITEM = re.compile(
    rf"([{SPACES}\n]*+)(?:" + "|".join(f"({text})" for _, text in _KINDS) + r")|[ \t\f\v\r\n]++", re.DOTALL
)
_KIND_OF_GROUP = ("", "", *(kind for kind, _ in _KINDS))
_DIRECTIVE = re.compile(rf"#(?:[^\n\\/\"']++|{_C_TEXT}|{_SPLICE_TEXT}|[^\n])*+", re.DOTALL)
_BRACKETS = re.compile(
    rf"{_C_TEXT}|(?<=\n)[{SPACES}]*+#(?:[^\n\\/\"']++|{_C_TEXT}|{_SPLICE_TEXT}|[^\n])*+|([{{}}()\[\]])", re.DOTALL
)
# What stands under `#if 0` is often prose; the end of the line before the directive is left out.
_NEVER_TAKEN = re.compile(rf"#[{SPACES}]*if[{SPACES}]+0[{SPACES}]*(?:/|\Z)")
_CONDITIONALS = re.compile(rf"{_C_TEXT}|{_SPLICE_TEXT}|\n[{SPACES}]*+#[{SPACES}]*+(if|el|endif)", re.DOTALL)
_BEFORE_BRACKET = re.compile(rf"(?:[{SPACES}\n]++|{_BLOCK_TEXT}|{_LINE_TEXT}|{_SPLICE_TEXT})*+(.?)", re.DOTALL)
_DEFINITION = re.compile(rf"#[{SPACES}]*define[{SPACES}]+([A-Za-z_][A-Za-z0-9_]*)")
_MADE_A_STRING = re.compile(r"(?<!#)#[ \t]*[A-Za-z_]")
_BEFORE_NAME = re.compile(rf"[{SPACES}]*[A-Za-z_]")
_COMMON = frozenset([WORD, MARK, NUMBER, QUOTED])
_C_WORDS = frozenset(["c_code", "c_decl", "c_expr"])


@dataclass(slots=True)
class Remark:
    """A comment or a directive, how it is set off from what precedes it, and its own indentation."""

    kind: str
    text: str
    before: int
    lead: str = ""


@dataclass(eq=False, slots=True)
class Pieces:
    """Tokens by column; `gaps[i]` stands before token `i`, and one more gap before the end.

    A gap with notes in it counts as the widest of its separations; `tails` has the last of them.
    """

    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    gaps: list[int] = field(default_factory=list)
    notes: dict[int, list[Remark]] = field(default_factory=dict)
    tails: dict[int, int] = field(default_factory=dict)


class _Scanner:
    def __init__(self, text: str, tells: bool) -> None:
        self.text = text
        self.tells = tells
        self.pieces = Pieces()
        self.before = GLUED
        self.widest = GLUED
        self.starts_line = True
        self.macros: set[str] = set()
        self.strings_made = False

    def run(self) -> Pieces:
        position = 0
        while position < len(self.text):
            position = self._run_from(position)
        self._add(OTHER, "")  # closes the last gap; the token itself is not wanted
        self.pieces.kinds.pop()
        self.pieces.texts.pop()
        return self.pieces

    def _run_from(self, position: int) -> int:
        """Read on from `position` up to something that the pattern does not know; say where it ends."""
        for match in _ITEM.finditer(self.text, position):
            space, group = match[1], match.lastindex
            if group is None or group < 2:
                self._separate(match[0])
                continue
            if space == " " and self.widest == GLUED:
                self.before = self.widest = SPACED
            elif space:
                self._separate(space)
            kind, text = _KIND_OF_GROUP[group], match[group]
            if kind is WORD and (self.strings_made or text in _C_WORDS):
                end = self._verbatim_end(text, match.end())
                if end:
                    self._add(VERBATIM, self.text[match.start(group) : end])
                    return end
            if text == "-" and self.tells and self._tells(match.end()):
                self.pieces.texts[-1] = TELL
            elif kind in _COMMON:
                self._add(kind, text)
            elif text == "#" and self.starts_line:
                return self._directive(match.start(group))
            else:
                self._rare(kind, text, space or "")
        return len(self.text)

    def _tells(self, position: int) -> bool:
        """Whether the minus before `position` is the second half of a `<-`."""
        return (
            self.pieces.texts[-1:] == ["<"] and self.widest == GLUED and bool(_BEFORE_NAME.match(self.text, position))
        )

    def _separate(self, space: str) -> None:
        ends = space.count("\n")
        if ends:
            self.starts_line = True
            self.before = max(self.before, NEWLINE if ends == 1 else BLANK)
        else:
            self.before = FOLDED if self.before == SPLICED else max(self.before, SPACED)
        self.widest = max(self.widest, self.before)

    def _rare(self, kind: str, text: str, space: str) -> None:
        if kind is _SPLICE:
            # The preprocessor begins a new line in its output here, unless the two are one token.
            self.before = SPLICED if self.widest in (SPLICED, GLUED) else max(self.before, FOLDED)
            self.widest = self.before if self.before == SPLICED else max(self.widest, self.before)
        elif kind is CUT or kind is OTHER:
            self._add(kind, _strip_lines(text))
        else:
            lead = space[space.rfind("\n") + 1 :]
            self._note(COMMENT if kind is _OPEN_COMMENT else kind, text, lead)

    def _add(self, kind: str, text: str) -> None:
        pieces = self.pieces
        at = len(pieces.texts)
        if at in pieces.notes:
            pieces.tails[at] = self.before
        pieces.gaps.append(self.widest)
        pieces.kinds.append(kind)
        pieces.texts.append(text)
        self.before = self.widest = GLUED
        self.starts_line = False

    def _note(self, kind: str, text: str, lead: str = "") -> None:
        at = len(self.pieces.texts)
        self.pieces.notes.setdefault(at, []).append(Remark(kind, _strip_lines(text), self.before, lead))
        self.before = GLUED
        self.widest = max(self.widest, SPACED)

    def _directive(self, start: int) -> int:
        match = _DIRECTIVE.match(self.text, start)
        assert match is not None  # it begins with the `#` that led here
        definition = _DEFINITION.match(match[0])
        if definition:
            self.macros.add(definition[1])
            self.strings_made = self.strings_made or bool(_MADE_A_STRING.search(match[0], definition.end()))
        end = self._group_end(match.end()) if _NEVER_TAKEN.match(match[0]) else match.end()
        self._note(DIRECTIVE, self.text[start:end])
        return end

    def _group_end(self, position: int) -> int:
        """The end of a group that is never taken, before the line of the directive that ends it."""
        nested = 0
        for match in _CONDITIONALS.finditer(self.text, position):
            nested += match[1] == "if"
            if nested == 0 and match[1]:
                return match.start()
            nested -= match[1] == "endif"
        return len(self.text)

    def _verbatim_end(self, word: str, position: int) -> int:
        """Where the text that belongs to `word` to the letter ends, or 0 if there is none."""
        if word in _C_WORDS:
            return self._embedded_end(position)
        if self.strings_made and word in self.macros:
            start = self._bracket_at(position, "(")
            return self._closing(start, "(", ")") if start else 0
        return 0

    def _embedded_end(self, position: int) -> int:
        """After the block of C, or after the condition in brackets where no block follows."""
        end = 0
        start = self._bracket_at(position, "[")
        if start:
            end = position = self._closing(start, "[", "]")
        start = self._bracket_at(position, "{")
        return self._closing(start, "{", "}") if start else end

    def _bracket_at(self, position: int, bracket: str) -> int:
        match = _BEFORE_BRACKET.match(self.text, position)
        return match.end() if match and match[1] == bracket else 0

    def _closing(self, position: int, opening: str, closing: str) -> int:
        """After the bracket that closes the one before `position`; the end of the text if none does."""
        depth = 1
        for match in _BRACKETS.finditer(self.text, position):
            depth += (match[1] == opening) - (match[1] == closing)
            if depth == 0:
                return match.end()
        return len(self.text)


def _strip_lines(text: str) -> str:
    """No spaces at the ends of lines; an empty last line stays, for a backslash before it joins it."""
    return "\n".join(line.rstrip(SPACES) for line in text.split("\n"))


def scan(text: str, tells: bool = False) -> Pieces:
    """The tokens of `text`, whose lines end in `\\n` alone; `tells`: `<-` before a name is one of them."""
    return _Scanner(text.rstrip(SPACES + "\n"), tells).run()

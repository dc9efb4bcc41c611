"""What may have been meant where a token cannot be read: small changes to it and to what stands before it.

y = x mod 3          ->   y = x % 3
mtype = (a, b)       ->   mtype = {a, b}
goto again:          ->   goto again

Nothing is known here about what can be read; whoever asks tries one after the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from penstock.diagnostics.record import Fix, TextChange
from penstock.syntax.layout import CONSTANT, KEYWORDS
from penstock.syntax.lexer import NAME, STRING
from penstock.syntax.mending.tokens import UnitTokens

# fmt: off
ELSEWHERE = {
    "mod": "%", "MOD": "%", "rem": "%", "div": "/", "DIV": "/", "xor": "^", "XOR": "^", "<>": "!=", "~=": "!=",
    "/=": "!=", "is": "==", "eq": "==", "equals": "==", "===": "==", "!==": "!=", "=>": ">=", "=<": "<=",
    "in": ":", "to": "..", "...": "..", "then": "->", "when": "->",
    "begin": "{", "end": "}", "endif": "fi", "end_if": "fi", "done": "od",
    "enddo": "od", "esac": "fi", "struct": "typedef", "record": "typedef", "enum": "mtype =", "process": "proctype",
    "proc": "proctype", "thread": "proctype", "task": "proctype", "function": "inline", "func": "inline",
    "def": "inline", "fn": "inline", "macro": "inline", "property": "ltl", "spec": "ltl", "formula": "ltl",
    "spawn": "run", "start": "run", "fork": "run", "new": "run", "create": "run", "exec": "run", "call": "run",
    "pid": "_pid", "self": "_pid", "mypid": "_pid", "None": "0", "null": "0", "NULL": "0", "repeat": "do",
    "loop": "do", "elif": "::", "otherwise": "else", "default": "else", "exit": "break", "print": "printf",
    "channel": "chan", "main": "init", "jump": "goto", "const": "", "constant": "", "static": "", "void": "",
    "var": "", "let": "", "public": "", "private": "", "global": "", "final": "", "extern": "", "await": "",
    "wait": "", "require": "", "step": "", "auto": "", "volatile": "", "signed": "", "register": "",
}
"""Words and signs of other languages, and what Promela has for them, perhaps nothing."""
_ALIKE = (("=", "=="), (")", "]", "}"), (";", ",", ":", "::", "->"), ("fi", "od", "}"),
          (".", "@", ":"), ("!", "!="), ("if", "do"), ("proctype", "init"))
# fmt: on
_SAME_SIDE = {"(": ")", "[": "]", "{": "}"}
_MEANS_LITTLE = frozenset([":", ";", ",", ".", "::", "->", "=", "(", ")", "[", "]", "}", "?", "!", "$", "active", "@"])
_INSERTED_BEHIND = (";", ")", "]", "()", ",", "=", "}", "fi", "od")
_INSERTED_BEFORE = ("::", "(", "{", "proctype ", "goto ")
_JOINED = frozenset(["&&", "||", "==", "!=", "<=", ">=", "->", "::", "..", "++", "--", "[]", "<>", "!!", "??"])
_LONGEST_SIGN = 3


def candidates(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """Likely ones first."""
    if at == len(stretch):
        yield from _closed_behind(stretch, at)
        return
    yield from words_for(stretch, at)
    yield from _apart(stretch, at)
    yield from _closed_before(stretch, at)
    yield from _received_as_value(stretch, at)
    yield from _pairs(stretch, at)
    yield from _alike(stretch, at)
    yield from _asked_like_objects(stretch, at)
    yield from _swapped(stretch, at)
    for place in (at, at - 1):
        if place >= 0 and stretch.kinds[place] in _MEANS_LITTLE:
            yield from _replaced(stretch, place, place, "")
    yield from _inserted(stretch, at)
    yield from _in_parentheses(stretch, at)
    if at == 0 and stretch.kinds[0] == NAME:
        yield from _replaced(stretch, at, at, "")


def _title(old: str, new: str) -> str:
    if not new:
        return f"leave out `{old}`"
    return f"change `{old}` to `{new}`"


def _replaced(stretch: UnitTokens, first: int, last: int, new: str) -> Iterator[Fix]:
    """Tokens that stand together become another text."""
    words = stretch.texts[first : last + 1]
    old = "".join(words)
    place = stretch.positions[first]
    together = all(
        stretch.positions[one] == place + len("".join(stretch.texts[first:one])) for one in range(first, last + 1)
    )
    if all(words) and together and old != new:
        yield Fix(_title(old, new), (TextChange(place, old, new),))


def words_for(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """Words of Promela for those of other languages, and for misspelt ones."""
    yield from words_of_others(stretch, at)
    yield from _misspelt(stretch, at)


def words_of_others(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """At the token that cannot be read, or up to two before it; signs may be several tokens."""
    for first in (at, at - 1, at - 2):
        for last in range(max(0, first), min(first + _LONGEST_SIGN, len(stretch))):
            if first >= 0 and (new := ELSEWHERE.get("".join(stretch.texts[first : last + 1]))) is not None:
                yield from _replaced(stretch, first, last, new)
                if new == "run":
                    yield from _replaced(stretch, first, last, "create")


def _pairs(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """Brackets of another kind, or none: those that begin here or before, and those around this token."""
    openings = [place for place in (at, at - 1) if place >= 0 and stretch.kinds[place] in _SAME_SIDE]
    around = _opened_before(stretch, at)
    for opened in dict.fromkeys([*openings, *([] if around is None else [around])]):
        closed = _closing(stretch, opened)
        if closed is None:
            continue
        for opening, closing in [*_SAME_SIDE.items(), ("", "")]:
            called = opening == "[" and opened and stretch.kinds[opened - 1] == NAME
            if opening != stretch.kinds[opened] and not called and (opening or stretch.kinds[opened] == "("):
                edits = _edit(stretch, opened, opening), _edit(stretch, closed, closing)
                yield Fix(f"write `{opening} {closing}`" if opening else "leave out the brackets", edits)


def _edit(stretch: UnitTokens, at: int, new: str) -> TextChange:
    return TextChange(stretch.positions[at], stretch.texts[at], new)


def _opened_before(stretch: UnitTokens, at: int) -> int | None:
    depth = 0
    for one in range(at - 1, -1, -1):
        kind = stretch.kinds[one]
        depth += (kind in _SAME_SIDE.values()) - (kind in _SAME_SIDE)
        if depth < 0:
            return one
    return None


def _closing(stretch: UnitTokens, opened: int) -> int | None:
    depth = 0
    for one in range(opened, len(stretch)):
        kind = stretch.kinds[one]
        depth += (kind in _SAME_SIDE) - (kind in _SAME_SIDE.values())
        if depth == 0:
            return one
    return None


def _alike(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    for place in (at, at - 1):
        for family in _ALIKE if place >= 0 else ():
            if stretch.kinds[place] in family:
                for other in family:
                    yield from _replaced(stretch, place, place, other)


def _misspelt(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """`dstep` for `d_step`."""
    for place in (at, at - 1, at - 2):
        if 0 <= place < len(stretch) and stretch.kinds[place] == NAME:
            for word in get_close_matches(stretch.texts[place], KEYWORDS, 1, 0.8):
                yield from _replaced(stretch, place, place, word)


def _apart(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """Signs of one operator with a space between them: `& &`, and in formulas `[ ]` and `< >`."""
    pairs = [one for one in range(len(stretch) - 1) if stretch.kinds[one] + stretch.kinds[one + 1] in _JOINED]
    if any(one in (at - 1, at) for one in pairs):
        joined = [(one, stretch.texts[one] + stretch.texts[one + 1]) for one in pairs if not _adjacent(stretch, one)]
        edits = [(_edit(stretch, one, both), _edit(stretch, one + 1, "")) for one, both in joined]
        if edits:
            yield Fix("leave out the space", tuple(edit for pair in edits for edit in pair))


def _adjacent(stretch: UnitTokens, at: int) -> bool:
    return stretch.positions[at + 1] == stretch.positions[at] + len(stretch.texts[at])


def _closed_before(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """A bracket that a separator follows before it is closed."""
    opened = _opened_before(stretch, at)
    if opened is None or stretch.kinds[opened] == "{" or stretch.kinds[0] == "ltl":
        return
    for one in range(opened + 2, at):
        if stretch.kinds[one] in (";", "->", "::") and stretch.texts[one - 1]:
            closing, old = _SAME_SIDE[stretch.kinds[opened]], stretch.texts[one - 1]
            yield Fix(f"add `{closing}`", (_edit(stretch, one - 1, old + closing),))
            return


def _received_as_value(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """`v = q?` for `q?v`."""
    first = at - 4
    if first >= 0 and stretch.kinds[first:at] == [NAME, "=", NAME, "?"]:
        variable, channel = stretch.texts[first], stretch.texts[first + 2]
        new = (channel, "?", variable, "")
        edits = tuple(_edit(stretch, first + one, text) for one, text in enumerate(new))
        yield Fix(f"write `{channel}?{variable}`", edits)


def _asked_like_objects(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """`q.full()` for `full(q)`."""
    if at < 2 or stretch.kinds[at - 2 : at] != [NAME, "."] or stretch.kinds[at + 1 : at + 3] != ["(", ")"]:
        return
    owner, word = stretch.texts[at - 2], stretch.texts[at]
    old = f"{owner}.{word}()"
    yield Fix(f"write `{word}({owner})`", (TextChange(stretch.positions[at - 2], old, f"{word}({owner})"),))


def _swapped(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    if at and stretch.kinds[at] in KEYWORDS and stretch.kinds[at - 1] in KEYWORDS:
        one, other = stretch.texts[at - 1], stretch.texts[at]
        yield Fix(f"write `{other} {one}`", (_edit(stretch, at - 1, other), _edit(stretch, at, one)))


def _inserted(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    yield from _closed_behind(stretch, at)
    if stretch.texts[at]:
        for text in _INSERTED_BEFORE:
            gap = " " if text == "::" else ""
            yield Fix(f"add `{text.strip()}`", (_edit(stretch, at, f"{text}{gap}{stretch.texts[at]}"),))


def _closed_behind(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """Put something behind what is written before."""
    before = next((one for one in range(at - 1, -1, -1) if stretch.texts[one]), None)
    if before is not None:
        old = stretch.texts[before]
        for text in _INSERTED_BEHIND:
            gap = " " if text[0].isalpha() or text == "=" else ""
            yield Fix(f"add `{text}`", (TextChange(stretch.positions[before], old, f"{old}{gap}{text}"),))


def _in_parentheses(stretch: UnitTokens, at: int) -> Iterator[Fix]:
    """From here to where the statement ends, or its body begins."""
    if stretch.kinds[at] not in (NAME, CONSTANT, STRING):
        return
    last = at
    while last + 1 < len(stretch) and stretch.kinds[last + 1] not in (";", "->", "{", "}", "::", "fi", "od"):
        last += 1
    first, end = stretch.texts[at], stretch.texts[last]
    if last > at:
        yield Fix("add parentheses", (_edit(stretch, at, f"({first}"), _edit(stretch, last, f"{end})")))
    else:
        yield Fix("add parentheses", (_edit(stretch, at, f"({first})"),))

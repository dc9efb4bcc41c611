"""Characters to raw tokens: names, numbers, operators, strings, and the ends of lines.

    x = 'a'  // note     ->   (name x) (operator =) (character 'a') (newline)

Nothing is decided here about keywords, macros or separators; comments and white space are gone.
"""

from __future__ import annotations

import re

Token = tuple[str, str, int]
"""Kind, text, position."""

NAME = "name"
NUMBER = "number"
OPERATOR = "operator"
STRING = "string"
CHARACTER = "character"
NEWLINE = "newline"
SPLICE = "splice"
"""A line ends here, but not the logical line: inside a comment, or after a backslash."""
JOINED = "joined"
OPEN_COMMENT = "comment"
OTHER = "other"
END_OF_TEXT = "end"
PAINTED = "painted"
"""A name that the preprocessor must not expand (again)."""

BLOCK_COMMENT = r"/\*[^*]*+\*++(?:[^/*][^*]*+\*++)*+/"
LINE_COMMENT = r"//(?:[^\n\\]|\\.|\\\n)*+"
STRING_TEXT = r'"(?:[^"\\\n]|\\.|\\\n)*+"|\$[^$\n]*+\$'
CHARACTER_TEXT = r"'(?:[^'\\\n]|\\.)'"
# `-->` is one arrow for SPIN: it looks for the second `-` before it looks for the `>`.
OPERATOR_TEXT = (
    r"-->|->|--|\+\+|<<|<=|>>|>=|==|!=|!!|\?\?|&&|\|\||::|\.\.|##"
    r"|[-{}()\[\];:,.<>=!?&|^~+*/%@#$]"
)
# Blanks between a backslash and the end of its line are forgiven, as gcc does.
_SKIPPED = rf"(?:[ \t\f\v\r]++|\\[ \t\f\v]*+\r?\n|{BLOCK_COMMENT}|{LINE_COMMENT})*+"
_KINDS = (
    (NAME, r"[A-Za-z_][A-Za-z0-9_]*+"),
    (NEWLINE, r"\n"),
    (NUMBER, r"[0-9]++(?![A-Za-z_.])"),
    # What the C preprocessor takes for one number, such as `1..N`: no macro is replaced inside.
    (JOINED, r"\.?[0-9](?:[eEpP][+-]|[A-Za-z0-9_.])*+"),
    (OPEN_COMMENT, r"/\*"),
    (STRING, STRING_TEXT),
    (CHARACTER, CHARACTER_TEXT),
    (OPERATOR, OPERATOR_TEXT),
    (OTHER, r"."),
    (END_OF_TEXT, r"\Z"),
)
_TOKEN = re.compile(_SKIPPED + "(?:" + "|".join(f"({text})" for _, text in _KINDS) + ")", re.DOTALL)
_KIND_OF_GROUP = ("", *(kind for kind, _ in _KINDS))
_JOINED_PART = re.compile(rf"([A-Za-z_][A-Za-z0-9_]*+)|([0-9]++)|({OPERATOR_TEXT})")


def scan(text: str, base: int = 0) -> list[Token]:
    """All tokens of `text`, whose first character has the position `base`."""
    tokens: list[Token] = []
    add = tokens.append
    end = 0
    for match in _TOKEN.finditer(text):
        group = match.lastindex
        assert group is not None
        kind = _KIND_OF_GROUP[group]
        start = match.start(group)
        if start - end > 1 and text.find("\n", end, start) >= 0:
            add((SPLICE, "\n", base + start))
        end = match.end()
        if kind is END_OF_TEXT:
            break
        if kind is JOINED:
            tokens.extend(_split(match[group], base + start))
        elif kind is OPEN_COMMENT:
            add((kind, match[group], base + start))
            break  # the rest of the text is inside the comment
        else:
            add((kind, match[group], base + start))
            if kind is STRING and "\n" in match[group]:
                add((SPLICE, "\n", base + end))
    return tokens


def _split(text: str, position: int) -> list[Token]:
    """`1..N` is 1, .., N for Promela, but N was out of the preprocessor's reach."""
    return [
        ((PAINTED, NUMBER, OPERATOR)[(part.lastindex or 1) - 1], part[0], position + part.start())
        for part in _JOINED_PART.finditer(text)
    ]


def character_value(text: str) -> int:
    """The value of a character constant such as `'a'` or `'\\n'`."""
    inner = text[1:-1]
    if inner.startswith("\\"):
        return {"n": 10, "r": 13, "t": 9, "f": 12}.get(inner[1], ord(inner[1]))
    return ord(inner)

"""Where in a text a place is, by the tokens before it: in which unit, in a call, behind a dot."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.insight.text_tokens import TextToken, code_before, line_start
from penstock.syntax.cursor import BASIC_TYPES

_UNITS = {"proctype", "D_proctype", "inline", "actortype", "typedef", "ltl", "init", "never", "trace", "notrace"}
_NAMED_UNITS = {"proctype", "D_proctype", "inline", "actortype", "typedef", "ltl", "never"}
_STATEMENT_STARTS = frozenset([";", "{", "}", "->", "::", "else", ":", "do", "if", "od", "fi", ""])


@dataclass(frozen=True, slots=True)
class PlaceInText:
    """`unit` is the name of the process, inline or type around it, `section` what it is: `file`, `body`, `ltl`, `type`.

    `before` is the token before it, `earlier` the one before that.  `chain` are the names before a dot, `remote` the
    process type before `@` or `:`.  `channel` and `argument` are those of a message that is being written, `compared`
    the variable on the other side of `==` or `=`.
    """

    begun: str
    unit: str
    section: str
    before: str
    earlier: str
    directive: bool
    declares: bool
    types_only: bool
    starts_statement: bool
    chain: tuple[str, ...] = ()
    remote: str = ""
    channel: str = ""
    argument: int = 0
    compared: str = ""


def place_in(text: str, offset: int) -> PlaceInText | None:
    """None inside of comments and strings."""
    found = code_before(text, offset)
    if found is None:
        return None
    tokens, begun = found
    before = tokens[-1].text if tokens else ""
    earlier = tokens[-2].text if len(tokens) > 1 else ""
    unit, section = _unit(tokens)
    channel, argument = _message(tokens)
    fresh_line = bool(tokens) and "\n" in text[tokens[-1].end : offset]
    line = text[line_start(text, offset) : offset].strip()
    return PlaceInText(
        begun,
        unit,
        section,
        before,
        earlier,
        directive=line.startswith("#") and line[1:].strip() == begun,
        declares=(before in BASIC_TYPES or before in _NAMED_UNITS) and not fresh_line,
        types_only=(section == "type" and before in ("{", ";")) or _in_field_types(tokens),
        starts_statement=before in _STATEMENT_STARTS or fresh_line,
        chain=_chain(tokens) if before == "." else (),
        remote=_remote(tokens) if before in ("@", ":") else "",
        channel=channel,
        argument=argument,
        compared=_name_at(tokens, -2) if before in ("==", "!=", "=") else "",
    )


def _name_at(tokens: list[TextToken], at: int) -> str:
    return tokens[at].text if len(tokens) >= -at and tokens[at].kind == "name" else ""


def _unit(tokens: list[TextToken]) -> tuple[str, str]:
    """The name of the unit around the end of the tokens, and its section."""
    depth = 0
    unit = section = ""
    for at, token in enumerate(tokens):
        if depth == 0 and token.text in _UNITS:
            following = tokens[at + 1].text if at + 1 < len(tokens) else ""
            unit = following if token.text in _NAMED_UNITS else token.text
            section = {"ltl": "ltl", "typedef": "type"}.get(token.text, "body")
        elif depth == 0 and token.text == "main":
            unit, section = "", "body"
        depth += (token.text == "{") - (token.text == "}")
        depth = max(0, depth)
        if depth == 0 and token.text == "}":
            unit = section = ""
    return (unit, section) if depth and section else ("", "file" if not depth else "body")


def _in_field_types(tokens: list[TextToken]) -> bool:
    """Inside `of { ... }`."""
    for at in range(len(tokens) - 1, 0, -1):
        if tokens[at].text == "{":
            return tokens[at - 1].text == "of" and tokens[-1].text in ("{", ",")
        if tokens[at].text in (";", "}"):
            return False
    return False


def _chain(tokens: list[TextToken]) -> tuple[str, ...]:
    """`a`, `b` of `a[i].b.`."""
    names: list[str] = []
    at = len(tokens) - 2
    while at >= 0:
        if tokens[at].text == "]":
            at = _opening(tokens, at, "[", "]") - 1
        if at < 0 or tokens[at].kind != "name":
            break
        names.insert(0, tokens[at].text)
        at -= 1
        if at < 0 or tokens[at].text != ".":
            break
        at -= 1
    return tuple(names)


def _remote(tokens: list[TextToken]) -> str:
    """`P` of `P@` and `P[1]@`."""
    at = len(tokens) - 2
    if at >= 0 and tokens[at].text == "]":
        at = _opening(tokens, at, "[", "]") - 1
    return tokens[at].text if at >= 0 and tokens[at].kind == "name" else ""


def _opening(tokens: list[TextToken], at: int, opening: str, closing: str) -> int:
    depth = 0
    while at >= 0:
        depth += (tokens[at].text == closing) - (tokens[at].text == opening)
        if depth == 0:
            return at
        at -= 1
    return at


def _message(tokens: list[TextToken]) -> tuple[str, int]:
    """The channel of the message that is being written, and which field."""
    depth = fields = 0
    for at in range(len(tokens) - 1, 0, -1):
        text = tokens[at].text
        if text in (")", "]"):
            depth += 1
        elif text in ("(", "["):
            if depth == 0:
                fields += text == "(" and tokens[at - 1].kind == "name"
            depth = max(0, depth - 1)
        elif text == "," and depth == 0:
            fields += 1
        elif text in ("!", "?", "!!", "??") and tokens[at - 1].kind == "name":
            return tokens[at - 1].text, fields
        elif text in (";", "->", "{", "}", "::"):
            break
    return "", 0

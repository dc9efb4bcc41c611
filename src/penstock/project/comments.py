"""What a model says about itself.

ltl p { ... } /* expect: violated */
chan q = [4] of { byte }; /* expect: <= 3 */

A channel in a process is called `P.q`; what is expected of an array is expected of each of its channels.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from penstock.project.expectations import Expectation, Topic
from penstock.project.mistakes import Mistakes

EXPECT = "expect:"
_COMMENT = re.compile(r"/\*\s*expect:\s*(.*?)\s*\*/|//\s*expect:[ \t]*([^\n]*)", re.DOTALL)
_DECLARATION = re.compile(r"\b(ltl|chan)\s+(\w+)")
_PROCESS = re.compile(r"\b(?:proctype\s+(\w+)|(init))\b[^{};]*\{")
_ANY_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)
_LIMIT = re.compile(r"<=\s*(\d{1,18})")
_HINTS = {
    "ltl": "write `expect: holds` or `expect: violated`",
    "chan": "write `expect: <= 3`, `expect: bounded` or `expect: unbounded`",
}


def expectations_in(text: str, file: str, mistakes: Mistakes) -> list[Expectation]:
    if EXPECT not in text:
        return []
    mistakes.model(file, text)
    return list(_expectations(text, file, mistakes))


def _expectations(text: str, file: str, mistakes: Mistakes) -> Iterator[Expectation]:
    for comment in _COMMENT.finditer(text):
        declaration = _declaration(text[: comment.start()])
        if declaration is None:
            hint = "such a comment stands right behind `ltl NAME { ... }` or `chan NAME ...;`"
            mistakes.in_model("E957", file, comment.span(), "nothing is declared before this expectation", hint)
            continue
        kind, name = declaration
        wanted = _wanted(kind, (comment[1] or comment[2] or "").strip())
        if wanted is None:
            mistakes.in_model("E959", file, comment.span(), f"this cannot be expected of `{name}`", _HINTS[kind])
            continue
        topic = Topic.VERIFY if kind == "ltl" else Topic.BOUND
        yield Expectation(topic, name, wanted, file, text.count("\n", 0, comment.start()) + 1)


def _declaration(before: str) -> tuple[str, str] | None:
    """The formula or channel that ends where the comment begins."""
    before = before.rstrip()
    declarations = list(_DECLARATION.finditer(before))
    if not declarations:
        return None
    last = declarations[-1]
    kind, rest = last[1], before[last.end() :]
    if kind == "ltl":
        return (kind, last[2]) if rest.endswith("}") else None
    if ";" in rest.rstrip("; \t\n"):
        return None
    process = _process_around(before[: last.start()])
    return kind, f"{process}.{last[2]}" if process else last[2]


def _process_around(before: str) -> str:
    """The process whose body is still open, by the name that its channels begin with."""
    before = _ANY_COMMENT.sub("", before)
    heads = list(_PROCESS.finditer(before))
    body = before[heads[-1].end() :] if heads else "}"
    return heads[-1][1] or heads[-1][2] if body.count("{") >= body.count("}") else ""


def _wanted(kind: str, words: str) -> str | int | None:
    if kind == "ltl":
        return words if words in ("holds", "violated") else None
    limit = _LIMIT.fullmatch(words)
    if limit is not None:
        return int(limit[1])
    return words if words in ("bounded", "unbounded") else None

"""What a macro stands for where it is called."""

from __future__ import annotations

from itertools import pairwise

from penstock.insight.index import Index
from penstock.insight.symbols import TextStretch
from penstock.source import EXPANSION_BASE
from penstock.syntax.condition import BadCondition, evaluate
from penstock.syntax.lexer import scan

FURTHEST_APART = 200
"""Tokens of an argument, at most."""


def expansion_text(index: Index, call: TextStretch) -> str:
    """The tokens that the macro called at a place has made, and their value if they are a constant expression."""
    positions = index.tokens.positions
    made = [at for at, one in enumerate(positions) if one >= EXPANSION_BASE and _is_made_by(index, one, call)]
    if not made:
        return ""
    # Its arguments stand between what the macro made; another reading of the same place, in an inline, comes later.
    last = next((one for one, after in pairwise(made) if after - one > FURTHEST_APART), made[-1])
    texts = [text for text in index.tokens.texts[made[0] : last + 1] if text]
    whole = " ".join(texts)
    value = _value(whole) if len(texts) > 1 else None
    return whole if value is None else f"{whole} = {value}"


def _is_made_by(index: Index, position: int, call: TextStretch) -> bool:
    sources = index.sources
    while (expansion := sources.expansion(position)) is not None:
        place = expansion.call
        if not expansion.inline and place < EXPANSION_BASE and index.span_of(place, 1)[:2] == call[:2]:
            return True
        position = expansion.spelling if expansion.inline else place
    return False


def _value(text: str) -> int | None:
    try:
        return evaluate(scan(text))
    except BadCondition:
        return None

"""How fast models are read: beside the `promela` package, and as they grow."""

from __future__ import annotations

import importlib.util
import logging
import math
import time
import warnings
from collections.abc import Callable
from pathlib import Path

from tests.judge.examples import example_models, read_model
from tests.loading import load_text

from penstock.reading.includes import includer

SIZES = [1_000, 3_000, 10_000, 30_000, 100_000]
ROUNDS = 3


def generated_model(lines: int) -> str:
    """A model of about `lines` lines: processes that pass messages on, with choices, loops and inlines."""
    head = ["#define LIMIT 7", "mtype = { token, done };", "inline bump(x) { x = (x + 1) % LIMIT }"]
    count = max(1, (lines - len(head) - 2) // 16)
    head.append(f"chan ring[{min(count, 200)}] = [4] of {{ mtype, byte }};")
    body = []
    for number in range(count):
        channel = number % min(count, 200)
        body += [
            f"proctype Station{number}(byte own) {{",
            "    byte seen, hops;",
            "    do",
            f"    :: ring[{channel}]?token(seen) ->",
            "        if",
            "        :: seen > own && hops < 200 -> hops++; bump(seen);",
            f"            ring[{(channel + 1) % min(count, 200)}]!token(seen)",
            "        :: else -> atomic { seen = own;",
            f"            ring[{channel}]!done(seen) }}",
            "        fi",
            f"    :: ring[{channel}]?done(_) -> break",
            "    od;",
            "end_of_work:",
            "    assert(seen <= 255 || hops == 0)",
            "}",
            "",
        ]
    return "\n".join([*head, *body, "init { run Station0(1) }"])


def seconds(action: Callable[[], object]) -> float:
    """The best of a few rounds: what the machine can do when nothing disturbs it."""
    best = math.inf
    for _ in range(ROUNDS):
        start = time.perf_counter()
        action()
        best = min(best, time.perf_counter() - start)
    return best


def read(text: str, path: Path) -> bool:
    """Parse and resolve."""
    return load_text(text, str(path), (), includer([])).ok


def compare_with_promela() -> None:
    if importlib.util.find_spec("promela") is None:
        print("the `promela` package is not installed: no comparison")
        return
    from promela import yacc

    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    both, rows = 0, {"promela": 0.0, "penstock": 0.0}
    characters = 0
    models = example_models()
    for path in models:
        text = read_model(path)
        parser = yacc.Parser()
        try:
            parser.parse(text)
        except Exception:
            continue
        both += 1
        characters += len(text)
        rows["promela"] += seconds(lambda text=text, parser=parser: parser.parse(text))  # type: ignore[misc]
        rows["penstock"] += seconds(lambda text=text, path=path: read(text, path))  # type: ignore[misc]
    readable = sum(read(read_model(path), path) for path in models)
    print(f"\nreading SPIN's examples ({len(models)} models; both read {both}, penstock reads {readable})")
    for name, taken in rows.items():
        print(f"  {name:10} {characters / taken:12,.0f} characters per second")
    print(f"  ratio      {rows['promela'] / rows['penstock']:12.1f}")


def grow() -> None:
    print("\nparsing and resolving a generated model")
    print(f"  {'lines':>8} {'characters':>12} {'seconds':>9} {'lines/s':>9}")
    points = []
    for lines in SIZES:
        text = generated_model(lines)
        taken = seconds(lambda text=text: read(text, Path("generated.pml")))  # type: ignore[misc]
        points.append((math.log(len(text)), math.log(taken)))
        print(f"  {text.count(chr(10)) + 1:8} {len(text):12,} {taken:9.3f} {text.count(chr(10)) / taken:9,.0f}")
    print(f"  time grows as size to the power {slope(points):.2f}")


def slope(points: list[tuple[float, float]]) -> float:
    """The slope of the line of least squares."""
    mean_x = sum(x for x, _ in points) / len(points)
    mean_y = sum(y for _, y in points) / len(points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / sum((x - mean_x) ** 2 for x, _ in points)


def compare_with_lark() -> None:
    """How long lark needs only to split a text into tokens, which is the least that its parser would need."""
    if importlib.util.find_spec("lark") is None:
        print("lark is not installed: no comparison")
        return
    from lark import Lark

    grammar = r"""
        start: (NAME | NUMBER | OPERATOR | STRING)*
        NAME: /[A-Za-z_]\w*/
        NUMBER: /[0-9]+/
        STRING: /"[^"\n]*"/
        OPERATOR: /->|--|\+\+|<<|<=|>>|>=|==|!=|!!|\?\?|&&|\|\||::|\.\.|[-{}()\[\];:,.<>=!?&|^~+*\/%@#]/
        %ignore /\s+/
    """
    text = generated_model(3_000)
    lexer = Lark(grammar, parser="lalr")
    tokens = seconds(lambda: list(lexer.lex(text)))
    parsed = seconds(lambda: lexer.parse(text))
    whole = seconds(lambda: read(text, Path("generated.pml")))
    print(f"\nbeside lark, on {len(text):,} characters")
    print(f"  lark, tokens only                        {len(text) / tokens:12,.0f} characters per second")
    print(f"  lark, LALR with a grammar of one rule    {len(text) / parsed:12,.0f} characters per second")
    print(f"  penstock, preprocessed, parsed, resolved {len(text) / whole:12,.0f} characters per second")


def main() -> None:
    compare_with_promela()
    compare_with_lark()
    grow()

"""The preprocessor: what comes out, and where it says it came from."""

from __future__ import annotations

import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from penstock.diagnostics.record import Diagnostics
from penstock.source import Sources
from penstock.syntax.lexer import NEWLINE
from penstock.syntax.preprocessor import Preprocessor


def preprocess(
    text: str, files: dict[str, str] | None = None, definitions: tuple[str, ...] = ()
) -> tuple[str, Diagnostics]:
    """The tokens line by line, each separated by one space, and what was found."""
    diagnostics = Diagnostics(Sources())
    present = files or {}

    def include(name: str, quoted: bool, including: str) -> tuple[str, str] | None:
        return (name, present[name]) if name in present else None

    file = diagnostics.sources.add("model.pml", text)
    tokens = Preprocessor(diagnostics, include).run(file, definitions)
    lines = " ".join("\n" if kind == NEWLINE else word for kind, word, _ in tokens).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip()), diagnostics


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#define N 3\nx = N + NN", "x = 3 + NN"),
        ("#define F(a, b) a + b\nF(1, (2, 3)) F", "1 + ( 2 , 3 ) F"),
        ("#define F (a)\nF(1)", "( a ) ( 1 )"),
        ("#define A B\n#define B A\nA B", "A B"),
        ("#define F(x) x F(x)\nF(F(1))", "1 F ( 1 ) F ( 1 F ( 1 ) )"),
        ("#define G F\n#define F(x) [x]\nG (2)", "[ 2 ]"),
        ("#define E\nx E y", "x y"),
        ("#define S(x) #x\nS(a  + b)", '"a + b"'),
        ("#define C(a, b) a ## b\nC(x, 1)", "x1"),
        ("#define V(f, ...) f(__VA_ARGS__)\nV(g, 1, 2)", "g ( 1 , 2 )"),
        ("#define N 3\n1..N\n1 .. N", "1 .. N\n1 .. 3"),
        ("#define LONG a \\\n  b\nLONG", "a b"),
        ("#ifdef X\na\n#else\nb\n#endif", "b"),
        ("#define X\n#if defined(X) && !defined Y\na\n#elif 1\nb\n#else\nc\n#endif", "a"),
        ("#if 0\n#if 1\na\n#endif\n#elif 2 > 1 ? 0 : 1\nb\n#else\nc\n#endif", "c"),
        ("#define N 4\n#undef N\nN", "N"),
        ('#pragma once\n# 3 "other"\nx', "x"),
        ("a // b\nc /* d\n e */ f", "a\nc\nf"),
        ("#define P(a) a\nP(1\n2)\nq", "1 2\nq"),
        ('x = "a /* b */ // c"', 'x = "a /* b */ // c"'),
    ],
)
def test_what_comes_out(text: str, expected: str) -> None:
    result, diagnostics = preprocess(text)
    assert result == expected
    assert diagnostics.records == []


def test_includes_and_definitions() -> None:
    files = {"a.h": '#include "b.h"\n', "b.h": "#ifndef B\n#define B\nx\n#endif\n"}
    result, diagnostics = preprocess('#include "a.h"\n#include <b.h>\nN', files, ("N=7", "M"))
    assert result == "x\n7"
    assert not diagnostics.records


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#define", "E101"),
        ("#define F(1) x", "E101"),
        ("#nonsense", "E101"),
        ("#include", "E101"),
        ("/* open", "E102"),
        ("#if 1", "E103"),
        ("#endif", "E103"),
        ("#if 1 +\n#endif", "E103"),
        ("#if 1\n#else\n#else\n#endif", "E103"),
        ('#include "missing.h"', "E104"),
        ('#include "self.h"', "E104"),
        ("#define F(x) x\nF(1", "E105"),
        ("#define F(x) x\nF(1, 2)", "E106"),
        (
            "#define A B B\n#define B C C\n"
            + "".join(f"#define {chr(67 + i)} {chr(68 + i) * 1} {chr(68 + i)}\n" for i in range(22))
            + "A",
            "E107",
        ),
        ("#error stop here", "E108"),
    ],
)
def test_what_is_wrong(text: str, code: str) -> None:
    _, diagnostics = preprocess(text, {"self.h": '#include "self.h"\n#include "self.h"\n'})
    assert [record.code for record in diagnostics.records] == [code]


def test_both_places_of_a_macro_are_known() -> None:
    diagnostics = Diagnostics(Sources())
    file = diagnostics.sources.add("model.pml", "#define INNER z\n#define OUTER INNER\nOUTER\n")
    tokens = Preprocessor(diagnostics, lambda *_: None).run(file)
    position = next(position for kind, text, position in tokens if text == "z")
    sources = diagnostics.sources
    assert str(sources.locate(position)) == "model.pml:3:1"
    assert [str(sources.locate(place)) for _, place in sources.origins(position)] == [
        "model.pml:1:15",
        "model.pml:2:15",
    ]


_WORDS = ["A", "B", "F", "G", "x", "1", "+", "(", ")", ","]


@pytest.mark.needs("gcc")
@settings(max_examples=60)
@given(
    st.lists(st.sampled_from(_WORDS), max_size=6),
    st.lists(st.sampled_from(_WORDS), max_size=6),
    st.lists(st.sampled_from([*_WORDS, "p", "q"]), max_size=8),
    st.lists(st.sampled_from(_WORDS), max_size=12),
)
def test_same_as_gcc(a: list[str], b: list[str], f: list[str], text: list[str]) -> None:
    macros = f"#define A {' '.join(a)}\n#define B {' '.join(b)}\n#define F(p, q) {' '.join(f)}\n#define G(p) p\n"
    model = macros + " ".join(text) + "\n"
    result, diagnostics = preprocess(model)
    if diagnostics.records:
        return  # calls that are not closed or have too many arguments: gcc refuses them too
    judge = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", "-"], input=model, capture_output=True, text=True, check=False
    )
    assert judge.returncode == 0
    assert result.split() == judge.stdout.split() or "".join(result.split()) == "".join(judge.stdout.split())


def test_tokens_of_a_file_and_their_text() -> None:
    text = "byte x;\n#define N x\nN = 1\n"
    diagnostics = Diagnostics(Sources())
    file = diagnostics.sources.add("m", text)
    for kind, word, position in Preprocessor(diagnostics, lambda *_: None).run(file):
        written = diagnostics.sources.written(position)
        assert kind == NEWLINE or text[written : written + len(word)] == word

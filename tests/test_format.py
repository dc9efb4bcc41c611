"""The formatter: its style, and that it keeps comments, separators and meaning."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.judge.acceptance import spin_accepts
from tests.judge.control_flow import verifier_listing
from tests.judge.examples import example_models, read_model
from tests.judge.scrambling import scramble

from penstock.diagnostics.record import Diagnostics
from penstock.source import Sources
from penstock.syntax.formatting import format_text
from penstock.syntax.formatting.trivia import DIRECTIVE, scan
from penstock.syntax.layout import END, TokenLayout, TokenTable
from penstock.syntax.lexer import Token
from penstock.syntax.preprocessor import Preprocessor

EXAMPLES = example_models()
SAMPLE = [path for path in EXAMPLES if path.stem in {
    "abp", "calculator", "for_select_example", "leader_trace", "life", "ltl_gen", "manna_pnueli", "p123",
    "p329", "App.F.pftp", "test_mtype", "zune",
}]  # fmt: skip
SCRAMBLES = 4
needs_verifier = pytest.mark.needs("spin", "gcc")


def each(paths: list[Path]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("path", paths, ids=lambda path: f"{path.parent.name}/{path.name}")


UNTIDY = """\
#define N 3
#  define SHOW(x) printf(#x)
mtype:fruit={apple,pear};mtype={ack,nak}
typedef Rec{byte a;unsigned u:3;short b[2]}
chan q=[2]of{mtype,byte}; chan r [N]
bool ok=true   // fine
byte count; // how many
inline bump(v,by){v=v+by
if::v>10->v=0::else fi}
c_decl { typedef struct { int  x; } S; }
active[2]proctype P(byte n;chan c)
provided(ok)
{byte x,i;
    Rec rec


again:atomic{x=1;rec.a=- x}
SHOW(a+b)
do
::q ! ack ( x )->count ++
::q??nak(x)
  ::q?[ack,x]&&len ( q )>0->q?<ack,x>;q?_,_
:: atomic{r[0]!x->x=x- -1;goto again}
::x==N
  -> break
::else->if::skip fi od unless{count>100}
for(i:1..2){printf ( "%d\\n",i )}
for ( i :1 ..N )
{ x=x+i } select(i:0 .. N)
L1:L2: x=(x>0->1:0)
c_code{ now.x  =  1; }
/* three
   lines
 */
end: r[0]?x;;x = ~x&1<<2
}
init{run P(1,q)
(_nr_pr==1)->skip}
ltl p0{[](count<200 U ok)-><>!(P[0]@again)}
"""
TIDY = """\
#define N 3
#  define SHOW(x) printf(#x)
mtype:fruit = { apple, pear };
mtype = { ack, nak }

typedef Rec {
    byte a;
    unsigned u : 3;
    short b[2]
}

chan q = [2] of { mtype, byte };
chan r[N]
bool ok = true // fine
byte count;    // how many

inline bump(v, by) {
    v = v + by
    if
    :: v > 10 -> v = 0
    :: else
    fi
}

c_decl { typedef struct { int  x; } S; }

active [2] proctype P(byte n; chan c)
        provided (ok) {
    byte x, i;
    Rec rec

again:
    atomic {
        x = 1;
        rec.a = -x
    }
    SHOW(a+b)
    do
    :: q!ack(x) -> count++
    :: q??nak(x)
    :: q?[ack, x] && len(q) > 0 ->
        q?<ack, x>;
        q?_, _
    :: atomic {
        r[0]!x -> x = x - -1;
        goto again
    }
    :: x == N ->
        break
    :: else ->
        if
        :: skip
        fi
    od unless {
        count > 100
    }
    for (i : 1..2) {
        printf("%d\\n", i)
    }
    for (i : 1 .. N) {
        x = x + i
    }
    select (i : 0 .. N)
L1:
L2:
    x = (x > 0 -> 1 : 0)
    c_code{ now.x  =  1; }
    /* three
       lines
     */
end:
    r[0]?x;;
    x = ~x & 1 << 2
}

init {
    run P(1, q)
    (_nr_pr == 1) -> skip
}

ltl p0 { [](count < 200 U ok) -> <>!(P[0]@again) }
"""


def test_style() -> None:
    assert format_text(UNTIDY) == TIDY
    assert format_text(TIDY) == TIDY


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \n\n", ""),
        ("x=1", "x = 1\n"),
        ("byte x;\r\nbyte y;\r\n", "byte x;\nbyte y;\n"),
        ("byte x;\rbyte y;\r", "byte x;\nbyte y;\n"),
        ("byte x; \t\n\n\n\nbyte y", "byte x;\n\nbyte y\n"),
        ("\ufeff#define X\nbyte  x", "\ufeff#define X\nbyte x\n"),
        ("init { x = 1..N }", "init {\n    x = 1..N\n}\n"),
        ("select(i:1 ..N)", "select (i : 1 .. N)\n"),
        ("ltl { [ ]p && < > q }", "ltl { [ ] p && < > q }\n"),
        ("ltl { [] <> p <-> ! <> q }", "ltl { []<>p <-> !<>q }\n"),
        ("ltl p {\n[]a\n&& b }", "ltl p {\n    []a\n    && b\n}\n"),
        ("mtype = {\na,\n b }", "mtype = {\n    a,\n    b\n}\n"),
        ("init { a-->b }", "init {\n    a --> b\n}\n"),
        ("init { a <=< b }", "init {\n    a <=< b\n}\n"),
        ("init { ! !x }", "init {\n    ! !x\n}\n"),
        ("init { x = 1\n; y = 2 }", "init {\n    x = 1;\n    y = 2\n}\n"),
        ("init { {x}\nunless {y} }", "init {\n    {\n        x\n    } unless {\n        y\n    }\n}\n"),
        ("inline f() {}", "inline f() { }\n"),
        ("init { do :: L: a :: if :: b fi od }", None),
        ("init { x = f(1,\n2) }", "init {\n    x = f(1,\n            2)\n}\n"),
        ("init { x \\\n = 1 }", "init {\n    x \\\n            = 1\n}\n"),
    ],
)
def test_lines(text: str, expected: str | None) -> None:
    if expected is None:
        expected = "init {\n    do\n    :: L: a\n    ::\n        if\n        :: b\n        fi\n    od\n}\n"
    assert format_text(text) == expected
    assert format_text(expected) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("init { x = 1; /* b */ y = 2 /* c */ }", "init {\n    x = 1;\n    /* b */ y = 2 /* c */\n}\n"),
        ("init { // a\n// b\nx }", "init { // a\n    // b\n    x\n}\n"),
        ("proctype P() // a\n{ x }", "proctype P() // a\n{\n    x\n}\n"),
        ("x; // a\nlong; /* b */\n", "x;    // a\nlong; /* b */\n"),
        ("init {\nif\n/* a */\n:: b\n// c\nfi\n// d\n}", None),
        ("\t/* a\n\t * b\n\t */\n\tbyte x", "/* a\n * b\n */\nbyte x\n"),
        ("x = 1 /* a\nb */ y", "x = 1 /* a\nb */ y\n"),
        ("f( /* a */ x /* b */ )", "f( /* a */ x /* b */)\n"),
        ("#if 0\n  free   text; isn't it\n  #endif\nx=1", "#if 0\n  free   text; isn't it\n#endif\nx = 1\n"),
        ("/* a */ #define X \\\n   1  \nX", "/* a */\n#define X \\\n   1\nX\n"),
        ("x = 1 /* never closed", "x = 1 /* never closed\n"),
    ],
)
def test_comments_and_directives(text: str, expected: str | None) -> None:
    if expected is None:
        expected = "init {\n    if\n    /* a */\n    :: b\n    // c\n    fi\n    // d\n}\n"
    assert format_text(text) == expected
    assert format_text(expected) == expected


def test_groups_of_a_conditional_begin_alike() -> None:
    text = "#ifdef A\nproctype P() {\n#else\nproctype P(byte x) {\n#endif\nskip }\nbyte y"
    tidy = "#ifdef A\nproctype P() {\n#else\nproctype P(byte x) {\n#endif\n    skip\n}\n\nbyte y\n"
    assert format_text(text) == tidy


def test_deep_nesting_and_long_lines_take_linear_time() -> None:
    for piece in ("{", "(", "do :: ", "x = 1; ", "}", '"', "c_code [", "#if 1\n", "\\\n", "/*", "$"):
        once = format_text(piece * 20_000)
        assert len(once) < 20_000 * (len(piece) + 250)
        assert format_text(once) == once


def comments(text: str) -> Counter[str]:
    """All comments but those in directives and in embedded C, without white space."""
    notes = [note for gap in scan(text).notes.values() for note in gap if note.kind is not DIRECTIVE]
    return Counter(re.sub(r"\s+", "", note.text) for note in notes)


def statements(text: str) -> list[str]:
    """The tokens as SPIN's parser gets them, without the separators that mean nothing to it."""
    diagnostics = Diagnostics(Sources())
    file = diagnostics.sources.add("model.pml", text if text.endswith("\n") else text + "\n")
    tokens = Preprocessor(diagnostics, lambda *_: None).run(file)
    return laid_out(tokens, diagnostics, set(), False)


def laid_out(tokens: list[Token], diagnostics: Diagnostics, roles: set[str], inlined: bool) -> list[str]:
    table = TokenTable()
    TokenLayout(table, diagnostics, roles, inlined).run(tokens)
    words: list[str] = []
    for at, (kind, text) in enumerate(zip(table.kinds, table.texts, strict=True)):
        drop_idle_separator(words, kind)
        if kind not in (";", "->") or words[-1:] != [";"]:
            words.append(";" if kind in (";", "->") else text)
        if at in table.embedded:
            words.append(str(table.embedded[at]))
        if at in table.inline_bodies:
            words += laid_out(table.inline_bodies[at], diagnostics, roles, True)
    return words


def drop_idle_separator(words: list[str], kind: str) -> None:
    """The grammar takes one before these, and between a head and its body, or does not."""
    if words[-1:] != [";"]:
        return
    after_head = kind == "{" and not {"for", "proctype"}.isdisjoint(words[-12:])
    if after_head or kind in ("::", "od", "fi", "}", END):
        words.pop()


def test_the_check_of_separators_sees_differences() -> None:
    assert statements("init { x = 1\ny = 2 }") == statements("init { x = 1; y = 2 }")
    assert statements("init { x = 1\n+ y = 2 }") != statements("init { x = 1 + y = 2 }")
    assert statements("#define N 2\ninit { x = 1 .. N }") != statements("#define N 2\ninit { x = 1..N }")


@each(EXAMPLES)
def test_formatting_twice_changes_nothing(path: Path) -> None:
    once = format_text(read_model(path))
    assert format_text(once) == once
    assert not re.search(r"[ \t]$", once, re.MULTILINE)


@each(EXAMPLES)
def test_comments_and_separators_are_kept(path: Path) -> None:
    text = read_model(path)
    for seed in range(SCRAMBLES):
        once = format_text(text)
        assert comments(once) == comments(text)
        assert statements(once) == statements(text)
        assert format_text(once) == once
        text = scramble(read_model(path), seed)


@needs_verifier
@each(SAMPLE)
def test_the_verifier_is_the_same(path: Path) -> None:
    text = read_model(path)
    assert spin_accepts(text, path.parent).accepted
    listing, formatted = (verifier_listing(model, path.parent) for model in (text, format_text(text)))
    assert without_lines(formatted) == without_lines(listing)


def without_lines(listing: str) -> str:
    return re.sub(r"D_STEP\d+", "D_STEP", re.sub(r"\S+:\d+ =>", "=>", listing))


PARTS = [
    "\\", "\n", "\\\n", "\\ \n", " ", "\t", "\r", "\r\n", "\f", "\x00", "\x85", "\u2028", "é", "\ud800", "\ufeff",
    "x", "1", "1..N", '"', "'", "$", "/*", "*/", "//", "/* a\n * b\n */", "// c\n", "#", "\n#if 0\n", "\n#if X\n",
    "\n#else\n", "\n#endif\n", "\n#define S(x) #x\n", "S(", "{", "}", "(", ")", "[", "]", "c_code", "c_expr {", "do",
    "od", "if", "fi", "::", "->", "-->", ";", ":", ",", "else", "unless", "!", "?", "<", ">", "-", "~", "<>", "[]",
    "=", "..", ".", "@", "ltl", "mtype", "proctype", "init", "inline", "atomic", "L:",
]  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.sampled_from(PARTS) | st.text(max_size=3), max_size=40).map("".join))
def test_any_text_is_formatted(text: str) -> None:
    once = format_text(text)
    assert format_text(once) == once
    assert once.strip("\ufeff") == "" or once.endswith("\n")

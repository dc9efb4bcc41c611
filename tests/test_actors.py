"""Actor models: what they are translated to, and how every command answers about them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import jsonschema
import pytest
from tests.judge.acceptance import spin_accepts
from tests.judge.actor_messages import own_messages, same_messages, spin_run
from tests.judge.comparing_states import compare_states
from tests.loading import load_model, load_text
from tests.support import no_include

from penstock.faces.cli.main import main
from penstock.resolve import Model
from penstock.syntax.formatting import format_text

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "actors").glob("*.apml"))
NEEDS_SPIN = pytest.mark.needs("spin", "gcc")
every_example = pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
both_ways = pytest.mark.parametrize("defer", ["putback", "select", "ordered"])
SWITCH = """\
actortype lamp {
    method on() skip
}
actortype door {
    method open() skip
    method on() skip
}
main {
    actor thing;
    if
    :: thing = create lamp()
    :: thing = create door()
    :: skip
    fi;
    thing <- open()
}
"""
GATE = """\
actortype gate {
    var bool open = false
    method pass() restrain (open) skip
    method unlock() open = true
}
main { actor g = create gate(); g <- pass() }
"""


def read(text: str, **choices: object) -> Model:
    return load_text(text, "model.apml", (), no_include, choices)


def translated(text: str, **choices: object) -> str:
    model = read(text, **choices)
    assert model.ok, [record.message for record in model.diagnostics.records]
    assert model.syntax.translation is not None
    return model.syntax.translation.text


def statements(text: str) -> str:
    """A text on one line, with single spaces."""
    return " ".join(text.split())


# -- the translation -------------------------------------------------------------------------------


def test_an_actor_is_a_process_with_a_mailbox() -> None:
    text = statements(translated(GATE))
    assert "mtype = { pass, unlock };" in text
    assert "proctype gate(chan parent) { chan this = [3] of { mtype }; bool open = false; parent!this; end: do" in text
    assert ":: atomic { this?pass -> if :: (open) -> skip :: else -> this!pass fi }" in text
    assert ":: atomic { this?unlock -> open = true }" in text
    assert "atomic { run gate(new_gate); new_gate?g }; g!pass }" in text


def test_what_must_wait_is_not_taken_with_select() -> None:
    text = statements(translated(GATE, defer="select"))
    assert ":: atomic { (open) && this?[pass] && this??[pass] -> this??pass; skip }" in text
    assert ":: atomic { this??unlock -> open = true }" in text


def test_fields_are_shared_by_type_and_filled() -> None:
    text = translated(
        'actortype a { method f(byte x; actor y) y <- g(x, 2) method g(byte x, z) printf("%d %d", x, z) }'
        "main { actor one = create a(); one <- f(1, one) }"
    )
    assert "chan this = [3] of { mtype, byte, byte, chan };" in text
    assert "y!g(x, 2, nobody)" in text
    assert "this?f(x, _, y) ->" in text
    assert "one!f(1, 0, one)" in text


def test_names_that_clash_are_changed() -> None:
    text = translated(
        "actortype a { var byte f\n method f(byte x) f = x; goto out; out: skip\n"
        "method g(bit x) f = x; goto out; out: skip }"
        "main { actor one = create a(); one <- f(1); one <- g(1) }"
    )
    assert "mtype = { f_message, g };" in text
    assert "this?f_message(f_x, _) ->" in text
    assert "f = g_x;" in text
    assert "goto out_f;" in text and "out_g:" in text


def test_methods_are_no_values() -> None:
    model = read("actortype a { var mtype m\n method f() m = f }\nmain { actor x = create a(); x <- f() }")
    assert [record.code for record in model.diagnostics.records] == ["E301"]
    model = read("actortype a { method f() skip }\nmain { actor x = create a(); x <- f }")
    assert [record.code for record in model.diagnostics.records] == ["E201"]


def test_creations_inside_other_statements() -> None:
    text = statements(
        translated(
            "actortype a { init(actor x) x <- on() method on() skip method join(actor x, y) x <- on(); y <- on() }"
            "actortype b { method on() skip }"
            "main { actor one; one = create a(create b()); one <- join(create b(), create a(create b())) }"
        )
    )
    assert "run b(new_b); new_b?made1; run a(new_a, made1); new_a?one" in text
    assert (
        "run b(new_b); new_b?made1; run b(new_b); new_b?made2; run a(new_a, made2); new_a?made3;"
        " one!join(made1, made3) }" in text
    )


def test_variables_of_a_method_are_new_each_time(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "new.apml"
    path.write_text(
        "actortype a { method f() byte i, list[2]; assert(i == 0 && list[1] == 0); i = 3; list[1] = 4 }"
        "main { actor one = create a(); one <- f(); one <- f() }"
    )
    assert main(["explore", str(path)]) == 0


STATEMENTS_OF_ALL_SORTS = """
        #define LIMIT 3
        mtype = { red, green };
        typedef pair { byte one; actor two }
        inline twice(v) { v = v * 2; this <- note(v, red) }
        actortype a {
            var pair p; actor<a> friends[2]; mtype colour = green

            init(byte n)
                friends[0] = this;
                p.two = this;
                byte i;
                for (i : 1 .. LIMIT) { p.one = i }
                select (n : 0 .. 3)

            method note(byte n; mtype c)
                d_step { colour = c; p.one = (n > 2 -> 1 : 2) };
                { colour == red -> skip } unless { n > 100 };
                do
                :: n < LIMIT -> n++
                :: n >= LIMIT -> break
                od;
                if
                :: atomic { n == LIMIT -> p.two <- stop() }
                :: else -> assert(false)
                fi;
                twice(n);
                printf("%d\\n", n)

            method stop()
                friends[0] <- note(1, red)
        }
        main { create a(2) }
        """


def test_statements_of_all_sorts() -> None:
    translated(STATEMENTS_OF_ALL_SORTS)


@NEEDS_SPIN
def test_spin_accepts_statements_of_all_sorts() -> None:
    assert spin_accepts(translated(STATEMENTS_OF_ALL_SORTS)).accepted


def test_variables_of_actors_are_known_by_name(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "named.apml"
    path.write_text(
        "actortype cell { var byte x = 5\n method set(byte v) x = v }"
        "main { actor c = create cell(); assert(cell:x == 5); c <- set(7); cell:x == 7; assert(cell[1]:x != 7) }"
    )
    assert main(["explore", str(path)]) == 1
    assert "assert(cell[1]:x != 7) does not hold" in capsys.readouterr().out


def test_lengths_of_mailboxes(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "switch.apml"
    path.write_text(SWITCH)
    assert main(["actors", str(path), "--mailbox", "5", "--mailbox", "door=2"]) == 0
    assert re.findall(r"this = \[(\d)\]", capsys.readouterr().out) == ["5", "2"]
    assert main(["actors", str(path), "--mailbox", "auto", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((ROOT / "docs" / "schema" / "actors.json").read_text()))
    assert data["actors"] == [{"type": "lamp", "mailbox": 1}, {"type": "door", "mailbox": 1}]
    assert main(["actors", str(path), "--mailbox", "window=2"]) == 2
    assert "there is no actor type `window`" in capsys.readouterr().err
    assert main(["actors", str(path), "--mailbox", "0"]) == 2


def test_a_flood_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["actors", str(ROOT / "examples/actors/buffer.apml"), "--mailbox", "auto"]) == 2
    said = capsys.readouterr().err
    assert "`producer` (lines 29, 30, 31, 28) can flood the mailbox of `buffer`" in said
    assert "give one by --mailbox buffer=N" in said
    assert main(["bound", str(ROOT / "examples/actors/buffer.apml")]) == 1
    shown = capsys.readouterr().out
    assert "can be repeated forever, and let buffer grow" in shown and "store <- put(next)" in shown


def test_other_files_are_no_actor_models(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["actors", str(ROOT / "examples/leader.pml")]) == 2
    assert "is not an actor model" in capsys.readouterr().err


# -- what goes wrong ---------------------------------------------------------------------------------


@both_ways
@pytest.mark.parametrize("command", ["explore", pytest.param("verify", marks=NEEDS_SPIN)])
def test_failures_have_names(command: str, defer: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    path.write_text(SWITCH.replace("    :: skip\n", ""))
    assert main([command, str(path), "--defer", defer]) == 1
    assert "unhandled message: `lamp` has no method `open`" in capsys.readouterr().out
    path.write_text(SWITCH.replace("    :: thing = create lamp()\n", ""))
    assert main([command, str(path), "--defer", defer]) == 1
    assert "the actor that this message is for does not exist, in `thing <- open()`" in capsys.readouterr().out
    path.write_text(GATE)
    assert main([command, str(path), "--defer", defer]) == 1
    assert ("livelock" if defer == "putback" else "deadlock: no process can") in capsys.readouterr().out


SPLITTING = (
    "actortype cell { method split() create cell(); this <- split() }main { actor c = create cell(); c <- split() }"
)


def test_too_many_actors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    path.write_text(SPLITTING)
    assert main(["explore", str(path)]) == 1
    assert "too many processes: SPIN supports at most 255, in `create cell()`" in capsys.readouterr().out


@NEEDS_SPIN
def test_too_many_actors_for_spin(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "model.apml"
    path.write_text(SPLITTING)
    assert main(["verify", str(path)]) == 3
    assert "more actors are created than SPIN can have" in capsys.readouterr().out


@NEEDS_SPIN
def test_a_full_mailbox_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(ROOT / "examples/actors/buffer.apml"), "--defer", "select"]) == 1
    said = capsys.readouterr().out
    assert "deadlock: no process can go on" in said and "; the mailbox of `buffer#1` is full" in said
    assert "producer#1 waits at" in said and "store <- put(next)" in said


@NEEDS_SPIN
def test_select_does_not_cry_wolf(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two messages that need not wait may change places with `select`; put back, they do not."""
    path = tmp_path / "model.apml"
    path.write_text(
        "actortype cell { var byte x\n method one() restrain (x < 2) x = 1\n"
        "method two() restrain (x < 2) assert(x == 1) }"
        "main { actor c = create cell(); atomic { c <- one(); c <- two() } }"
    )
    assert main(["verify", str(path), "--defer", "select"]) == 0
    assert "only because messages change places" in capsys.readouterr().out


# -- the examples ------------------------------------------------------------------------------------


@both_ways
@every_example
def test_translated_examples_format_stably(path: Path, defer: str) -> None:
    model = load_model(str(path), choices={"defer": defer})
    assert model.ok and not model.diagnostics.records
    assert model.syntax.translation is not None
    formatted = format_text(model.syntax.translation.text)
    assert format_text(formatted) == formatted


@NEEDS_SPIN
@both_ways
@every_example
def test_spin_has_the_same_states(path: Path, defer: str) -> None:
    model = load_model(str(path), choices={"defer": defer, "mailbox": ["2"]})
    assert model.syntax.translation is not None
    text = re.sub(r"^ltl .*$", "", model.syntax.translation.text, flags=re.MULTILINE)
    compared = compare_states(text, seconds=20.0)
    assert compared.agreed and not compared.skipped, compared


@NEEDS_SPIN
@both_ways
@every_example
def test_spin_sends_the_same_messages_under_the_same_choices(path: Path, defer: str) -> None:
    model = load_model(str(path), choices={"defer": defer})
    assert model.syntax.translation is not None
    text = re.sub(r"^ltl .*$", "", model.syntax.translation.text, flags=re.MULTILINE)
    for seed in (1, 2, 3):
        steps, sent = spin_run(text, seed, 150)
        assert len(sent) > 10
        assert same_messages(sent, own_messages(text, steps))


@pytest.mark.parametrize("name", ["buffer", "philosophers", "lock"])
def test_select_has_fewer_states(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = {}
    for defer in ("putback", "select"):
        path = str(ROOT / f"examples/actors/{name}.apml")
        main(["explore", path, "--no-claim", "--defer", defer, "--format", "json", "-DPOLITE"])
        found[defer] = json.loads(capsys.readouterr().out)["states"]
    assert found["select"] < found["putback"]


def test_the_chart_shows_actors_and_their_messages(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    assert main(["simulate", str(ROOT / "examples/actors/buffer.apml"), "--seed", "3", "--steps", "40"]) == 0
    chart = capsys.readouterr().out
    assert re.search(r"main +buffer#1 +producer#1 +consumer#1", chart)
    for said in ("buffer#1 <- put(0)", "buffer#1 <- get(consumer#1)", "consumer#1 <- retrieved(0)"):
        assert said in chart


# -- nothing is lost without a word ------------------------------------------------------------------

LAMP = """\
actortype lamp {
    var actor next, row[2]; byte n
    method on() skip
    method dim(byte by) skip
    method join(actor other) %s
}
"""
IN_METHOD = "actor anybody;\n" + LAMP + "main { actor l = create lamp(); l <- join(l); l <- on(); l <- dim(1) }\n"
IN_MAIN = "actor anybody;\n" + LAMP % "next = other" + "main { actor l = create lamp(); l <- join(l); %s }\n"


def codes(text: str) -> list[str]:
    """The codes of the errors in a model."""
    return [record.code for record in read(text).diagnostics.records if record.code.startswith("E")]


@pytest.mark.parametrize("frame", [IN_METHOD, IN_MAIN], ids=["method", "main"])
@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("nxet <- on()", "E301"),
        ("wor[1] <- on()", "E301"),
        ("this_.next <- on()", "E301"),
        ("if :: nxet <- on() :: else fi", "E301"),
        ("create lamp() <- dim(nxet)", "E301"),
        ("lamp <- on()", "E201"),
        ("run lamp(anybody)", "E810"),
        ("byte here = nxet", "E301"),
    ],
)
def test_a_receiver_that_is_not_declared_is_an_error(frame: str, statement: str, code: str) -> None:
    assert codes(frame % statement) == [code]


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("other!n", "E804"),
        ("other?n", "E804"),
        ("addresses!3", "E804"),
        ("addresses?n", "E804"),
        ("numbers!other", "E804"),
        ("numbers?next", "E804"),
        ("actor x = 3; x <- on()", "E804"),
        ("byte x = other", "E804"),
        ("other <- join(_pid)", "E804"),
        ("other <- join(_)", "E804"),
        ("_pid <- on()", "E804"),
        ("n = (other:n)", "E816"),
        ("next = (n > 1 -> other : 3)", "E804"),
        ("next = (n > 1 -> other : create lamp())", "E809"),
        ("n = other.n", "E816"),
        ("n = other:n", "E816"),
        ("n = row[1].n", "E816"),
        ("n = row[1]:n", "E816"),
        ("other:n == 1", "E816"),
        ("n = this.n", "E816"),
        ("n = lamp.n", "E816"),
        ("later:n == 1", "E816"),
        ("assert(later:n == 1)", "E816"),
    ],
)
def test_what_actors_do_not_do_is_refused_in_their_words(statement: str, code: str) -> None:
    channels = "chan addresses = [1] of { actor }; chan numbers = [1] of { byte };\n"
    model = read(channels + IN_METHOD % statement + "actortype later { var byte n }\n")
    found = [record for record in model.diagnostics.records if record.code.startswith("E")]
    assert code in [record.code for record in found]
    assert not any("chan" in record.message.split("`") or "process" in record.message for record in found)


@pytest.mark.parametrize(
    ("unit", "code"),
    [
        ("ltl p { [] (create lamp() == 0) }", "E809"),
        ("typedef r { actor x = create lamp() }", "E809"),
        ("chan c = [1] of { byte, actor<lmap> };", "E801"),
        ("typedef r { actor<lmap> x }", "E801"),
    ],
)
def test_nothing_outside_of_actors_is_dropped(unit: str, code: str) -> None:
    assert codes(unit + "\n" + IN_METHOD % "skip") == [code]


@pytest.mark.parametrize(
    "statement", ["nobod = 1", "parnt = 1", "new_lam <- on()", "n = mad1", "n = tur", "byte o; o = on_mesage"]
)
def test_hints_never_propose_names_of_the_translation(statement: str) -> None:
    text = IN_METHOD % ("next = other; next <- join(create lamp()); " + statement)
    hints = [record.hint for record in read(text, defer="select").diagnostics.records if record.code == "E301"]
    assert hints == [None]


def test_changed_names_are_told_as_the_user_wrote_them() -> None:
    model = read(
        "actortype a { method f(byte x) skip\n method g(bit x) x[2] = 1 }"
        "main { actor z = create a(); z <- f(1); z <- g(1) }"
    )
    assert [record.message for record in model.diagnostics.records if record.code == "E402"] == ["`x` is not an array"]


def test_code_that_is_never_reached_keeps_nothing_from_being_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "dead.apml"
    path.write_text(IN_METHOD % "if :: n > 3 -> next <- on() :: else fi")
    assert main(["check", str(path)]) == 0
    assert "warning[W811]: `next` never holds an actor" in capsys.readouterr().out
    assert main(["explore", str(path)]) == 0
    path.write_text(IN_METHOD % "if :: n > 3 -> skip :: else -> next <- on() fi")
    assert main(["explore", str(path)]) == 1
    assert "the actor that this message is for does not exist, in `next <- on()`" in capsys.readouterr().out
    path.write_text(LAMP % "other <- dim(1)" + "main { actor l = create lamp(); l <- on() }\n")
    capsys.readouterr()
    assert main(["check", str(path)]) == 0
    assert "W811" not in capsys.readouterr().out  # a method that nobody sends is no mistake


def test_creation_without_end_matters_only_where_it_begins() -> None:
    endless = "actortype ring { init() create ring() }\n"
    assert [record.code for record in read(endless + "main { skip }").diagnostics.records] == []
    assert [record.code for record in read(endless + "main { create ring() }").diagnostics.records] == ["W808"]


def test_a_parameter_hides_nothing() -> None:
    """Parameters of two types have names of their own in the translation, but the user's rules stay."""
    frame = "byte w; actortype a { var byte v\n method f(byte %s) %s\n method g(bit %s) skip }\nmain { create a() }"
    assert codes(frame % ("x", "byte x = 3; assert(x == 3)", "x")) == ["E302"]
    assert codes(frame % ("v", "skip", "v")) == ["E302"]
    assert codes(frame % ("w", "skip", "w")) == ["E302"]
    assert codes(frame % ("x", "v = x", "x")) == []


@pytest.mark.parametrize("use", ["x <- look()", "y = 1", "n = n + y", "if :: y == 1 -> n = 0 :: else fi", "n = o"])
def test_a_parameter_is_unknown_in_other_methods(use: str) -> None:
    """What is sent there would have the fields of nobody's mailbox, whoever the last message was about."""
    text = "actortype a { var byte n\n init(byte o) n = o\n method meet(actor x; byte y) x <- look(); n = y\n"
    both = "main { actor z = create a(1); z <- meet(z, 1); z <- look() }"
    assert codes(text + f"method look() {use} }}" + both) == ["E301"]
    assert codes(text + "method look() restrain (y == 0) skip }" + both) == ["E301"]
    assert codes(text + "method look() byte y; y = n; n = y }" + both) == []


def test_names_are_those_of_their_block_and_record() -> None:
    text = translated(
        "typedef one { byte x } typedef two { actor x }\n one o; two t;"
        "actortype a { method m(byte x) { byte w; w = 1; o.x = x }; { actor w = t.x; w <- n(1) }\n"
        "method n(bit x) skip }"
        "main { t.x = create a(); t.x <- m(1) }"
    )
    assert "o.x = m_x" in text and "w!n(0, 1)" in text and "t.x!m(1, 0)" in text


def test_creations_and_returns_in_all_statements() -> None:
    text = statements(
        translated(
            "chan c = [1] of { actor }; inline same(v) { return v }\n"
            "actortype a { var actor x = this, y\n method m() c!create a(); c?y; y = same(x); y <- m() }"
            "main { actor z = create a(); z <- m() }"
        )
    )
    assert "run a(new_a); new_a?made1; c!made1" in text
    assert "chan x = this; chan y;" in text and "{ y = x }" in text


def test_records_from_channels_hold_any_actor() -> None:
    text = translated(
        "typedef box { actor in } box b; chan c = [1] of { box };\n"
        "actortype a { method m() b.in = this; c!b }\n actortype other { method n() skip }"
        "main { actor z = create a(); z <- m(); c?b; b.in <- m(); create other() }"
    )
    assert "b.in!m" in text and "takes n" not in text
    assert statements(text).count("assert(false)") == 1  # an `other` has no method `m`


@pytest.mark.parametrize("look", ["assert(cell:x != 1)", "skip } ltl p { [] (last.y != 1)", "assert(cell:v != 1)"])
def test_select_loses_no_order_that_somebody_looks_at(look: str) -> None:
    """Variables of actors that others look at decide something: any of the waiting messages may be the last."""
    text = (
        "typedef r { byte y }\nr last; actortype cell { var byte x; bool open\n"
        "method set(byte v) restrain (open) x = v; last.y = v\n method unlock() open = true }\n"
        "main { actor c = create cell(); c <- set(1); c <- set(2); c <- unlock(); " + look + " }"
    )
    assert "turn < len(this)" in translated(text, defer="select")

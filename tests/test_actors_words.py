"""What the language of actors has besides the paper: enumerations, records."""

from __future__ import annotations

from tests.loading import load_automata, load_text

from penstock.machine import Options, build_machine, explore

_DATA = """\
enum colour { red, green, blue }
struct point {
    byte x, y
    colour tint
}
point origin
colour best = green

actortype t {
    var
        colour c = red; point p

    method m(colour d)
        c = d; p.x = 3; p.tint = c
        if :: c == blue -> best = c :: else fi
        assert(p.tint != red || best == blue)
}

main { actor a = create t(); a <- m(FIRST); a <- m(red) }
"""


def failures(text: str) -> list[str]:
    model = load_text(text, "model.apml")
    machine = build_machine(model, load_automata(model), Options(reset_dead=True))
    assert model.ok, [one.message for one in model.diagnostics.records]
    return sorted({one.text for one in explore(machine, limit=20_000).violations})


def test_enumerations_and_records_are_types_of_variables_and_messages() -> None:
    assert failures(_DATA.replace("FIRST", "blue")) == []
    assert len(failures(_DATA.replace("FIRST", "green"))) == 1


def test_new_words_are_names_elsewhere() -> None:
    plain = _DATA.replace("FIRST", "blue").replace("origin", "enum").replace("best", "struct")
    assert failures(plain) == []

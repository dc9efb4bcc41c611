"""Every rule of the translation of actors: nothing is lost without a word, and nothing is lost at all."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, assume, given, settings
from tests.judge.actor_faults import (
    expected_statements,
    foreign,
    is_told,
    system_of,
    undeclared,
    written_statements,
    wrong_kinds,
)
from tests.judge.random_actors import ActorSystem, systems

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples" / "actors").glob("*.apml"))
RULES = """\
mtype = { red, green };
typedef pair { byte one; actor two }
typedef deep { pair inner[2] }
byte count;
actor anyone;
pair shared;
chan line = [2] of { byte, actor };

actortype a {
    var byte n; actor friend, many[2]; pair p; deep d

    init(byte start; actor other)
        n = start;
        friend = other;
        many[n] = this;
        p.two = friend;
        d.inner[n].two = other;
        friend <- note(n, red);
        create b(this)

    method note(byte k; mtype c) restrain (k < n && p.one == count)
        friend <- seen();
        many[k] <- note(k, c);
        p.two <- seen();
        d.inner[k].two <- seen();
        this <- seen();
        create b(friend) <- seen();
        friend <- meet(create b(friend), many[n]);
        anyone = friend;
        friend = create b(friend);
        many[k] = create b(create b(anyone));
        shared.one = p.one;
        n++;
        goto over;
        n = (k > n -> n : count);
        over: n = k

    method seen() restrain (friend != this)
        if
        :: friend <- seen() -> n = count
        :: n == count -> anyone <- seen()
        :: else -> p.two <- seen()
        fi;
        do
        :: atomic { n < count -> many[n] <- seen(); n++ }
        :: d_step { n >= count -> count = n }; break
        od;
        for (n : 1 .. count) { friend <- seen() };
        for (n in many) { many[n] <- seen() };
        select (n : 0 .. count);
        { n == 2 -> friend <- seen() } unless { count == 3 -> friend <- meet(this, anyone) };
        assert(n == count);
        printf("%d", n);
        line!n, friend;
        line!n, create b(friend);
        line?n, friend;
        line?eval(n), friend;
        byte room = n;
        actor guest = friend, made = create b(friend), new, row[2];
        guest <- seen();
        new = made;
        row[0] = new;
        row[n] <- seen();
        if :: n > count -> anyone = friend :: else -> anyone = guest fi;
        count = a:n + a[1]:n;
        len(line) > room

    method meet(actor x, y)
        x <- seen();
        goto out;
        out: y <- seen()
}

actortype b {
    var byte m
    init(actor back) anyone = back
    method seen() m = count
    method note(byte k; mtype c) m = k; goto out; out: skip
    method meet(actor x, y) m++
}

actortype idle {
    var byte nothing
}

main {
    actor first, second, all[2];
    byte i;
    first = create a(0, anyone);
    second = create a(count, first);
    all[i] = second;
    first <- note(i, green);
    all[i] <- seen();
    anyone <- meet(first, all[i]);
    do
    :: i < count -> all[i] <- seen(); i++
    :: else -> break
    od;
    actor third = create a(i, create b(first));
    third <- seen();
    create idle();
    a:n == b:m
}
"""


def test_every_rule_is_kept() -> None:
    """No statement is lost, none comes twice; what comes out of a channel may be an `idle`, too."""
    assert written_statements(RULES) == expected_statements(system_of(RULES), {"idle": 3})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_are_translated_whole(path: Path) -> None:
    text = path.read_text()
    assert written_statements(text) == expected_statements(system_of(text))


@settings(suppress_health_check=list(HealthCheck), max_examples=40)
@given(systems())
def test_random_systems_are_translated_whole(system: ActorSystem) -> None:
    restless = any(kind.waits(name) for kind in system.types for name, _ in system.names)
    assume(not (system.timed and restless))  # with time, messages are not put back
    assert written_statements(system.text()) == expected_statements(system_of(system.text()))


@pytest.mark.slow
def test_a_name_that_nothing_has_is_told_wherever_it_stands() -> None:
    seen: Counter[str] = Counter()
    for fault in undeclared(RULES):
        assert is_told(fault), fault
        seen[fault.what.partition(" ")[0]] += 1
    assert seen["name"] > 100 and seen["method"] > 20 and seen["type"] > 10 and seen["label"] > 2, seen


@pytest.mark.slow
def test_a_parameter_is_known_in_its_own_method_only() -> None:
    """In the translation all methods share one process."""
    seen = 0
    for fault in foreign(RULES):
        assert is_told(fault), fault
        seen += 1
    assert seen > 100


@pytest.mark.slow
def test_an_actor_for_a_number_is_told_and_a_number_for_an_actor() -> None:
    seen = 0
    for fault in wrong_kinds(RULES, "anyone", "count"):
        assert is_told(fault), fault
        seen += 1
    assert seen > 50

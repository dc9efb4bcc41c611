"""Whole random models: declarations, proctypes, maybe a claim."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies
from tests.judge.random_models.expressions import condition, constant
from tests.judge.random_models.messages import CARRIED
from tests.judge.random_models.statements import (
    Lines,
    arguments,
    assignment,
    block,
    indented,
    initial,
    invited,
    separated,
    simple,
)
from tests.judge.random_models.vocabulary import (
    FEATURES,
    MESSAGE_NAMES,
    TYPES,
    Channel,
    Inline,
    Place,
    Runnable,
    Scope,
    happens,
    weighted,
)


def random_model(seed: int, always: Iterable[str] = (), never: Iterable[str] = ()) -> str:
    """The model that belongs to `seed`, with some features for sure and others not at all."""
    return write_model(Random(seed), always, never)


def models() -> strategies.SearchStrategy[str]:
    """Random models for hypothesis, which can make them smaller."""
    return strategies.randoms(use_true_random=False).map(write_model)


@dataclass(slots=True)
class Globals:
    """What all processes share."""

    random: Random
    features: frozenset[str]
    lines: Lines
    places: list[Place]
    channels: list[Channel]
    arrays: list[tuple[str, str, int]]

    def scope(self) -> Scope:
        boxes = ["one.inner"] if "structures" in self.features else []
        places, channels, arrays = list(self.places), list(self.channels), list(self.arrays)
        return Scope(self.random, self.features, places, channels, arrays=arrays, boxes=boxes)


def write_model(random: Random, always: Iterable[str] = (), never: Iterable[str] = ()) -> str:
    """One model, from a source of choices."""
    features = _features(random, always, never)
    shared = Globals(random, features, [], [], [], [])
    _declare_messages(shared)
    _declare_records(shared)
    _declare_variables(shared)
    _declare_channels(shared)
    inlines = _declare_inlines(shared)
    lines = [*shared.lines, *_processes(shared, inlines)]
    if "claim" in features:
        lines += _claim(shared.scope())
    return "\n".join(lines) + "\n"


def _features(random: Random, always: Iterable[str], never: Iterable[str]) -> frozenset[str]:
    found = {feature for feature, percent in FEATURES.items() if happens(random, percent)}
    found = (found | set(always)) - set(never)
    if "enabled" in found:
        # SPIN refuses to say whether a process can go on where that depends on another one.
        found -= {"rendezvous", "priorities", "inline"}
    if "priorities" in found:
        found -= {"rendezvous", "provided"}
    if "exclusive" in found:
        found -= {"polls"}
    if "records" not in found:
        found -= {"structures"}
    if "remote" in found or "enabled" in found:
        # The number in a reference must stay that of a process of the right type.
        found -= {"run"}
    return frozenset(found)


# -- declarations ----------------------------------------------------------------------------


def _declare_messages(shared: Globals) -> None:
    for type_, names in MESSAGE_NAMES.items():
        shared.lines.append(f"{type_} = {{ {', '.join(names)} }};")


def _declare_records(shared: Globals) -> None:
    if "records" not in shared.features:
        return
    scope = shared.scope()
    shared.lines += [
        "typedef Inner { byte low; bit flag };",
        "typedef Record { short first; Inner inner; byte few[2] };",
    ]
    shared.lines.append("Record one;")
    fields = (("first", "short"), ("inner.low", "byte"), ("inner.flag", "bit"), ("few[1]", "byte"))
    shared.places += [Place(f"one.{name}", type_) for name, type_ in fields if scope.chance(60)]
    if scope.chance(40):
        shared.lines.append("Record both[2];")
        shared.places += [Place(f"both[{at}].{name}", type_) for at in (0, 1) for name, type_ in fields[:2]]


def _declare_variables(shared: Globals) -> None:
    scope = shared.scope()
    for number in range(scope.number(1, 4)):
        type_ = scope.choose(TYPES) if scope.chance(70) else "byte"
        _declare(shared, scope, f"g{number}", type_, visible=True)
    if "provided" in shared.features:
        shared.lines.append("bit gate;")
        shared.places += [Place("gate", "bit")] * 3  # the more, the more often it changes
    if "arrays" in shared.features:
        type_ = scope.choose(("byte", "bit", "short", "mtype", "int"))
        size = scope.number(2, 3)
        values = ", ".join(constant(scope, type_) for _ in range(size))
        start = scope.choose(("", f" = {constant(scope, type_)}", f" = {{ {values} }}"))
        shared.lines.append(f"{type_} many[{size}]{start};")
        shared.arrays.append(("many", type_, size))
        shared.places += [
            Place("many[0]", type_),
            Place(f"many[_pid % {size}]", type_),
            Place(f"many[{size - 1}]", type_),
        ]
        bytes_ = [place.text for place in shared.places if place.type == "byte" and "many" not in place.text]
        if bytes_:
            shared.places.append(Place(f"many[{scope.choose(bytes_)} % {size}]", type_))


def _declare(shared: Globals, scope: Scope, name: str, type_: str, visible: bool) -> None:
    prefix = ""
    if visible and "visibility" in shared.features and scope.chance(30):
        prefix = scope.choose(("show ", "local ", "hidden " if type_ not in ("bit", "bool") else ""))
    shared.lines.append(prefix + declaration(scope, name, type_) + ";")
    if prefix == "hidden ":
        # Nothing may depend on what is not part of a state.
        return
    shared.places.append(Place(name, type_))


def declaration(scope: Scope, name: str, type_: str) -> str:
    if type_ == "unsigned":
        return f"unsigned {name} : 3{initial(scope, type_)}"
    return f"{type_} {name}{initial(scope, type_)}"


def _declare_channels(shared: Globals) -> None:
    scope = shared.scope()
    inviting = {"rendezvous", "inviting"} <= shared.features
    for number in range(weighted(shared.random, [(0, 0 if inviting else 12), (1, 50), (2, 38)])):
        rendezvous = "rendezvous" in shared.features and scope.chance(90 if inviting else 60)
        capacity = 0 if rendezvous else scope.number(1, 2)
        fields = tuple(
            scope.choose(("byte", "byte", "bit", "bool", "mtype", "mtype:size", "short", "int"))
            for _ in range(weighted(shared.random, [(1, 50), (2, 40), (3, 10)]))
        )
        _declare_channel(shared, scope, f"c{number}", Channel("", capacity, fields))
    if "channel messages" in shared.features:
        _declare_channel(shared, scope, "carried", CARRIED)
        _declare_channel(
            shared,
            scope,
            "carrier",
            Channel("", scope.number(0, 1) if "rendezvous" in shared.features else 1, ("chan", "bit")),
        )

    if "structures" in shared.features:
        capacity = scope.number(0, 1) if "rendezvous" in shared.features else 1
        fields = scope.choose((("Inner",), ("byte", "Inner"), ("Inner", "bit")))
        _declare_channel(shared, scope, "boxes", Channel("", capacity, fields))


def _declare_channel(shared: Globals, scope: Scope, name: str, shape: Channel) -> None:
    several = "channel arrays" in shared.features and "chan" not in shape.fields and scope.chance(50)
    size = "[2]" if several else ""
    shared.lines.append(f"chan {name}{size} = [{shape.capacity}] of {{ {', '.join(shape.fields)} }};")
    names = [f"{name}[0]", f"{name}[1]"] if several else [name]
    shared.channels += [replace(shape, text=text) for text in names]


def _declare_inlines(shared: Globals) -> list[Inline]:
    if "inline" not in shared.features:
        return []
    shared.lines += ["inline bump(place, by) { place = (place + by) % 4 }"]
    shared.lines += ["inline settle(place, to) {", "  byte old;", "  old = place & 3;", "  if"]
    shared.lines += ["  :: old < to -> place = to", "  :: else -> place = old", "  fi", "}"]
    return [Inline("bump"), Inline("settle")]


# -- processes -------------------------------------------------------------------------------


def _processes(shared: Globals, inlines: list[Inline]) -> Lines:
    scope = shared.scope()
    started = [_runnable(scope, f"R{number}") for number in range(scope.number(1, 2))] if scope.has("run") else []
    names = [f"P{number}" for number in range(weighted(shared.random, [(1, 12), (2, 58), (3, 30)]))]
    several = len(names) + len(started)
    lines: Lines = []
    active: list[tuple[str, int]] = []
    pid = 0
    for number, name in enumerate(names):
        inner = _inner_scope(shared, inlines, number, several)
        inner.runnable = started if number == 0 and not scope.chance(40) else []
        copies = 2 if several < 3 and scope.chance(15) else 1
        lines += _proctype(inner, f"active{' [2]' if copies == 2 else ''} proctype {name}()", number, active)
        active.append((name, pid))
        pid += copies
    for number, target in enumerate(started):
        inner = _inner_scope(shared, inlines, number + len(names), several)
        inner.runnable = started[number + 1 :]
        lines += _started(inner, target, number + len(names))
    if started:
        lines += _init(shared, inlines, started)
    return lines


def _runnable(scope: Scope, name: str) -> Runnable:
    types = ["byte", "bit", "mtype", "int", "pid", "short", "bool"]
    if any(channel.fields == CARRIED.fields for channel in scope.channels):
        types += ["chan", "chan"]
    return Runnable(name, tuple(scope.choose(types) for _ in range(scope.number(0, 2))))


def _inner_scope(shared: Globals, inlines: list[Inline], number: int, processes: int) -> Scope:
    """Each channel has its ends in different processes, mostly: with one for both a model is stuck at once."""
    scope = shared.scope()
    scope.inlines = inlines
    scope.depth = max(0, processes - 1)
    scope.channels = [_end(scope, channel, at + number, processes) for at, channel in enumerate(scope.channels)]
    return scope


def _end(scope: Scope, channel: Channel, at: int, processes: int) -> Channel:
    if processes == 1 or (channel.capacity > 0 and scope.chance(35)):
        return channel
    return replace(channel, sends=at % 2 == 0, receives=at % 2 == 1)


def _proctype(scope: Scope, heading: str, number: int, before: list[tuple[str, int]]) -> Lines:
    """An active process; it may ask about those declared before it, which are all that SPIN knows then."""
    if scope.has("remote"):
        scope.remote += [f"({name}[{pid}]@first)" for name, pid in before]
        scope.remote += [f"({name}[{pid}]:mine == {scope.number(0, 2)})" for name, pid in before]
    if scope.has("enabled"):
        scope.remote += [f"enabled({pid})" for _, pid in before]
    if scope.has("priorities") and scope.chance(60):
        heading += f" priority {scope.number(1, 3)}"
    return [f"{heading}{_provided(scope)} {{", *indented(_body(scope, number)), "}"]


def _provided(scope: Scope) -> str:
    if not scope.has("provided") or not scope.chance(60):
        return ""
    if scope.chance(60):
        return f" provided (gate == {scope.number(0, 1)})"
    return f" provided ({condition(replace_places(scope), 0)})"


def replace_places(scope: Scope) -> Scope:
    """Only what a `provided` clause may mention."""
    return Scope(scope.random, frozenset(), [place for place in scope.places if "_pid" not in place.text], [])


def _started(scope: Scope, target: Runnable, number: int) -> Lines:
    parameters = []
    provided = _provided(scope)
    for at, type_ in enumerate(target.parameters):
        parameters.append(f"{type_} par{at}")
        if type_ == "chan":
            scope.channels.append(replace(CARRIED, text=f"par{at}", capacity=0, receives=scope.chance(50)))
        else:
            scope.places.append(Place(f"par{at}", type_))
    return [f"proctype {target.name}({'; '.join(parameters)}){provided} {{", *indented(_body(scope, number)), "}"]


def _body(scope: Scope, number: int) -> Lines:
    """Declarations, then statements; the first has a label that others may ask about."""
    declarations = ["byte mine;"]
    scope.places.append(Place("mine", "byte"))
    for own in range(scope.number(0, 2)):
        type_ = scope.choose(TYPES)
        declarations.append(declaration(scope, f"own{own}", type_) + ";")
        scope.places.append(Place(f"own{own}", type_))
    if scope.has("for"):
        declarations.append("byte i, j;")
        scope.counters += ["j", "i"]
        scope.places += [Place("i", "byte", writable=False)]
    if scope.has("channel messages"):
        declarations.append("chan through;")
        scope.channel_variables.append("through")
    if scope.has("arrays") and scope.chance(30):
        declarations.append("byte few[2];")
        scope.places += [Place("few[0]", "byte"), Place("few[mine % 2]", "byte")]
    if scope.has("structures"):
        declarations.append("Inner box;")
        scope.places += [Place("box.low", "byte"), Place("box.flag", "bit")]
        scope.boxes.insert(0, "box")
    if scope.has("goto"):
        scope.labels += ["first", "middle"]
        if scope.has("atomic") and scope.chance(50):
            scope.labels.append("within")
    return [*declarations, *_exclusive(scope, number), *_statements(scope)]


def _exclusive(scope: Scope, number: int) -> Lines:
    """Claims of the first process to be the only reader or writer: they change nothing, as nothing is reduced."""
    if not scope.has("exclusive") or number > 0:
        return []
    plain = [channel for channel in scope.channels if "[" not in channel.text and "par" not in channel.text]
    return [f"{'xs' if channel.sends else 'xr'} {channel.text};" for channel in plain[:1]]


def _statements(scope: Scope) -> Lines:
    if scope.has("brief") and scope.chance(80):
        return ["first: skip;", *_few_assignments(scope), *(_middle(scope) if scope.labels else [])]
    ending = "end_here: " if scope.has("endings") and scope.chance(50) else ""
    if scope.chance(60):
        loop = ["first: do", *_main_options(scope), "od;"]
        return [*loop, *_middle(scope)]
    lines = ["first: skip;", *block(scope, 2, 3)]
    if ending:
        lines.append(ending + "skip;")
    return [*lines, *_middle(scope)]


def _few_assignments(scope: Scope) -> Lines:
    return [line for _ in range(scope.number(1, 3)) for line in separated(assignment(scope))]


def _middle(scope: Scope) -> Lines:
    lines = ["middle: skip;", *block(scope, 1, 2)]
    if "within" in scope.labels:
        lines += ["atomic {", *indented(["mine = 1;", "within: mine = 2;", *separated(invited(scope))]), "};"]
    return lines


def _main_options(scope: Scope) -> Lines:
    lines: Lines = []
    before = scope.depth
    scope.depth, scope.looping = before + 1, True
    for _ in range(scope.number(2, 3)):
        first, *rest = [*separated(simple(scope)), *block(scope, 0, 2)]
        lines += [f":: {first}", *indented(rest)]
    if scope.chance(70):
        lines.append(f":: {condition(scope)} -> break" if scope.chance(60) else ":: break")
    scope.depth, scope.looping = before, False
    return lines


def _init(shared: Globals, inlines: list[Inline], started: list[Runnable]) -> Lines:
    scope = _inner_scope(shared, inlines, 0, 3)
    lines = ["pid last;", "byte mine;"]
    scope.places.append(Place("mine", "byte"))
    if any(channel.fields == CARRIED.fields for channel in scope.channels) and scope.chance(60):
        lines.append("chan inside = [1] of { byte };")
        scope.channels.append(replace(CARRIED, text="inside"))
    runs = []
    for _ in range(scope.number(1, 2)):
        target = scope.choose(started)
        runs.append(f"last = run {target.name}({', '.join(arguments(scope, target))});")
    if scope.chance(40):
        runs = ["atomic {", *indented(runs), "};"]
    if scope.chance(40):
        # The number of a process that has ended is given to the next.
        runs += ["(_nr_pr <= last);", f"last = run {started[-1].name}({', '.join(arguments(scope, started[-1]))});"]
    runs += block(scope, 0, 1)
    return ["init {", *indented([*lines, *runs]), "}"]


# -- claims ----------------------------------------------------------------------------------


def _claim(scope: Scope) -> Lines:
    limited = Scope(scope.random, frozenset(), [place for place in scope.places if "_pid" not in place.text], [])
    first, second = condition(limited, 0), condition(limited, 0)
    label = scope.choose(("accept_all: ", "", "", "over: "))
    return weighted(
        scope.random,
        [
            (
                [
                    "never {",
                    "  do",
                    f"  :: {first} -> break",
                    "  :: true",
                    "  od;",
                    f"  {label}{second};",
                    "  skip",
                    "}",
                ],
                40,
            ),
            ([f"ltl holds {{ [] ({first} -> <> {second}) }}"], 30),
            ([f"ltl {{ <> {first} }}"], 15),
            (["never {", f"  do :: {first} :: else -> {second} od", "}"], 15),
        ],
    )

"""Small random systems with timers, and what they do by the rules of discrete time alone.

The rules are applied to the systems as they were drawn, without any Promela: a judge that knows nothing of how timers
are written as numbers, where they are kept, or which process makes time pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

OFF = -1
VARIABLES = ("x", "y")
MESSAGES = (1, 2)
CAPACITY = 1
_TICKS = (0, 1, 2, 3, 3, 5, 9)
_ASKING = ("keep", "keep_expired", "assert_off")

Guard = tuple[str, int, int, int]
"""`expire` timer; `expire_if` and `expire_or` timer, variable, value; `expire_not`, `on` or `off` timer; `left` timer,
ticks; `is` variable, value; `send` or `receive` message; `true`; `timeout`."""
Action = tuple[str, int, int]
"""`set` timer, ticks; `set_to` timer, variable; `reset` timer; `assign` or `assert` variable, value; `keep` in a
variable what a timer has left; `keep_expired`: whether it has run down; `assert_off` timer; `none`."""


@dataclass(frozen=True, slots=True)
class Option:
    guard: Guard
    action: Action
    target: int


@dataclass(frozen=True, slots=True)
class System:
    """Processes as lists of places, each with its options; a timer has an owner, or None if it is global."""

    processes: tuple[tuple[tuple[Option, ...], ...], ...]
    owners: tuple[int | None, ...]
    forms: tuple[str, ...]
    """How each timer is written: `plain`, `element` of an array, or `field` of a structure."""

    @property
    def sees_ticks(self) -> bool:
        guards = (option.guard[0] for body in self.processes for place in body for option in place)
        return any(guard in ("timeout", "left") for guard in guards)


State = tuple[tuple[tuple[int, int], ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""For each process its place and the option that is half done (-1: none); variables, timers, messages."""


@dataclass(frozen=True, slots=True)
class Truth:
    states: int
    ticking: int
    """In so many of them time passes."""
    deadlocks: int
    violated: bool


# -- drawing systems -----------------------------------------------------------------------------


def random_system(seed: int) -> System:
    chance = Random(seed)
    count = chance.randint(1, 3)
    owners = tuple(chance.choice([None, *range(count)]) for _ in range(chance.randint(1, 3)))
    processes = []
    for process in range(count):
        timers = [timer for timer, owner in enumerate(owners) if owner in (None, process)] or [0]
        if owners[timers[0]] not in (None, process):
            timers = []
        places = chance.randint(1, 3)
        body = tuple(tuple(_option(chance, timers, places) for _ in range(chance.randint(1, 3))) for _ in range(places))
        processes.append(body)
    forms = tuple(chance.choice(("plain", "element", "field")) for _ in owners)
    return System(tuple(processes), owners, forms)


def _option(chance: Random, timers: list[int], places: int) -> Option:
    guard, action = _guard(chance, timers), _action(chance, timers)
    if guard[0] == "true" and action[0] == "none":
        action = ("assign", 0, 1)  # SPIN refuses to go round doing nothing
    return Option(guard, action, chance.randrange(places))


def _guard(chance: Random, timers: list[int]) -> Guard:
    kinds = (
        ["is", "send", "receive", "true"]
        + ["timeout"] * (chance.randrange(30) == 0)
        + ["expire"] * 4 * bool(timers)
        + ["expire_if", "expire_or", "expire_not", "on", "off"] * bool(timers)
        + ["left"] * (bool(timers) and chance.randrange(10) == 0)
    )
    kind = chance.choice(kinds)
    if kind in ("left", "on", "off") or kind.startswith("expire"):
        return kind, chance.choice(timers), chance.randrange(2), chance.randrange(2)
    if kind in ("send", "receive"):
        return kind, chance.choice(MESSAGES), 0, 0
    return kind, chance.randrange(2), chance.randrange(2), 0


def _action(chance: Random, timers: list[int]) -> Action:
    kinds = ["none", "assign", "assert"] + ["set", "set", "set", "set_to", "reset", *_ASKING] * bool(timers)
    kind = chance.choice(kinds)
    if kind in ("set", "set_to", "reset", *_ASKING):
        return kind, chance.choice(timers), chance.choice(_TICKS) if kind == "set" else chance.randrange(2)
    return kind, chance.randrange(2), chance.randrange(3)


# -- as Promela ----------------------------------------------------------------------------------


def promela(system: System) -> str:
    lines = [f"byte {', '.join(VARIABLES)};", f"chan q = [{CAPACITY}] of {{ byte }};"]
    if "field" in system.forms:
        lines.append("typedef Box { byte unused; timer t };")
    lines += _declared(system, None)
    for number, places in enumerate(system.processes):
        lines.append(f"active proctype P{number}() {{")
        lines += [f"    {line}" for line in _declared(system, number)]
        for place, options in enumerate(places):
            lines += [f"L{place}:", "    if"]
            lines += [f"    :: {_option_text(system, option)}" for option in options]
            lines.append("    fi;")
        # Never reached, but SPIN forgets variables that are never read.
        lines += ["    x + y < 9", "}"]
    return "\n".join(lines) + "\n"


def _declared(system: System, owner: int | None) -> list[str]:
    texts = {"plain": "timer t{0};", "element": "timer a{0}[2];", "field": "Box b{0}[2];"}
    wanted = [timer for timer, found in enumerate(system.owners) if found == owner]
    return [texts[system.forms[timer]].format(timer) for timer in wanted]


def _name(system: System, timer: int) -> str:
    return {"plain": "t{0}", "element": "a{0}[1]", "field": "b{0}[1].t"}[system.forms[timer]].format(timer)


def _option_text(system: System, option: Option) -> str:
    action = _action_text(system, option.action)
    return f"{_guard_text(system, option.guard)} -> {action + '; ' if action else ''}goto L{option.target}"


def _guard_text(system: System, guard: Guard) -> str:
    kind, first, second, third = guard
    match kind:
        case "expire":
            return f"expire({_name(system, first)})"
        case "expire_if":
            return f"{VARIABLES[second]} == {third} && expire({_name(system, first)})"
        case "expire_or":
            return f"{VARIABLES[second]} == {third} || expire({_name(system, first)})"
        case "expire_not":
            return f"!expire({_name(system, first)})"
        case "on":
            return f"active({_name(system, first)})"
        case "off":
            return f"!active({_name(system, first)})"
        case "left":
            return f"remaining({_name(system, first)}) == {second}"
        case "is":
            return f"{VARIABLES[first]} == {second}"
        case "send":
            return f"q!{first}"
        case "receive":
            return f"q?{first}"
        case _:
            return kind


def _action_text(system: System, action: Action) -> str:
    kind, first, second = action
    match kind:
        case "set":
            return f"set({_name(system, first)}, {second})"
        case "set_to":
            return f"set({_name(system, first)}, {VARIABLES[second]})"
        case "reset":
            return f"reset({_name(system, first)})"
        case "keep":
            return f"{VARIABLES[second]} = remaining({_name(system, first)}) + 1"
        case "keep_expired":
            return f"{VARIABLES[second]} = expire({_name(system, first)})"
        case "assert_off":
            return f"assert(!active({_name(system, first)}))"
        case "assign":
            return f"{VARIABLES[first]} = {second}"
        case "assert":
            return f"assert({VARIABLES[first]} != {second})"
        case _:
            return ""


# -- by the rules --------------------------------------------------------------------------------


def truth(system: System, most: int, at_once: bool = False) -> Truth | None:
    """Everything that a system can do; None if it has more than `most` states.

    `at_once`: the ticks before a timer runs down are no states of their own.
    """
    initial = _initial(system)
    seen, pending = {initial}, [initial]
    ticking = deadlocks = 0
    violated = False
    while pending:
        state = pending.pop()
        following = list(_steps(system, state, waited=False))
        if not following:
            following = list(_steps(system, state, waited=True))
            running = [timer for timer in state[2] if timer > 0]
            if running:
                ticking += 1
                following.append((_ticked(state, min(running) if at_once else 1), True))
        deadlocks += not following
        violated |= any(not fine for _, fine in following)
        fresh = {found for found, _ in following} - seen
        seen |= fresh
        pending.extend(fresh)
        if len(seen) > most:
            return None
    return Truth(len(seen), ticking, deadlocks, violated)


def _initial(system: System) -> State:
    return tuple((0, -1) for _ in system.processes), (0,) * len(VARIABLES), (OFF,) * len(system.owners), ()


def reached(system: System, most: int) -> list[State] | None:
    """The states that a system can come to tick by tick, the initial one first; None if there are more than `most`."""
    states = [_initial(system)]
    known = set(states)
    for state in states:
        fresh = dict.fromkeys(after for after, _ in following(system, state) if after not in known)
        known.update(fresh)
        states.extend(fresh)
        if len(states) > most:
            return None
    return states


def moves(system: System, state: State) -> list[State]:
    """What processes can do that need not wait for `timeout`."""
    return [after for after, _ in _steps(system, state, waited=False)]


def following(system: System, state: State) -> list[tuple[State, int]]:
    """What can come next, and how many ticks that takes."""
    if possible := moves(system, state):
        return [(after, 0) for after in possible]
    late = [(after, 0) for after, _ in _steps(system, state, waited=True)]
    return late + ([(_ticked(state, 1), 1)] if any(timer > 0 for timer in state[2]) else [])


def _ticked(state: State, ticks: int) -> State:
    places, values, timers, queue = state
    return places, values, tuple(timer - ticks if timer > 0 else timer for timer in timers), queue


def _steps(system: System, state: State, waited: bool) -> Iterator[tuple[State, bool]]:
    """What processes can do; `waited`: nothing else can happen."""
    for process, (place, half) in enumerate(state[0]):
        options = system.processes[process][place]
        for number, option in enumerate(options):
            if half == number:
                after, fine = _acted(state, option.action)
                yield _at(after, process, (option.target, -1)), fine
            elif half == -1 and (passed := _passed(state, option.guard, waited)) is not None:
                done = option.action[0] == "none"
                yield _at(passed, process, (option.target, -1) if done else (place, number)), True


def _at(state: State, process: int, place: tuple[int, int]) -> State:
    places, values, timers, queue = state
    return (*places[:process], place, *places[process + 1 :]), values, timers, queue


def _put(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _passed(state: State, guard: Guard, waited: bool) -> State | None:
    """The state after a guard; None if it does not hold."""
    places, values, timers, queue = state
    kind, first, second, third = guard
    if kind == "expire" or (kind == "expire_if" and values[second] == third):
        return (places, values, _put(timers, first, OFF), queue) if timers[first] == 0 else None
    if kind == "expire_or":
        off = _put(timers, first, OFF) if timers[first] == 0 else timers
        return (places, values, off, queue) if values[second] == third or timers[first] == 0 else None
    if kind == "send":
        return (places, values, timers, (*queue, first)) if len(queue) < CAPACITY else None
    if kind == "receive":
        return (places, values, timers, queue[1:]) if queue[:1] == (first,) else None
    return state if _holds(state, guard, waited) else None


def _holds(state: State, guard: Guard, waited: bool) -> bool:
    """Whether a guard holds that changes nothing."""
    _, values, timers, _ = state
    kind, first, second, _ = guard
    match kind:
        case "true":
            return True
        case "timeout":
            return waited
        case "is":
            return values[first] == second
        case "expire_not":
            return timers[first] != 0
        case "on":
            return timers[first] != OFF
        case "off":
            return timers[first] == OFF
        case _:
            return kind == "left" and timers[first] == second


def _acted(state: State, action: Action) -> tuple[State, bool]:
    """The state after an action, and whether nothing was wrong with it."""
    places, values, timers, queue = state
    kind, first, second = action
    match kind:
        case "set":
            return (places, values, _put(timers, first, second), queue), True
        case "set_to":
            return (places, values, _put(timers, first, values[second]), queue), True
        case "reset":
            return (places, values, _put(timers, first, OFF), queue), True
        case "keep":
            return (places, _put(values, second, timers[first] + 1), timers, queue), True
        case "keep_expired":
            return (places, _put(values, second, int(timers[first] == 0)), timers, queue), True
        case "assert_off":
            return state, timers[first] == OFF
        case "assign":
            return (places, _put(values, first, second), timers, queue), True
        case _:
            return state, values[first] != second

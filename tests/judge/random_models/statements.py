"""Random statements, as lines of text without the separator after the last."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.judge.random_models import messages
from tests.judge.random_models.expressions import arithmetic, condition, constant, guard, value
from tests.judge.random_models.vocabulary import Place, Runnable, Scope, weighted

Lines = list[str]
DEEPEST = 3


def block(scope: Scope, least: int, most: int) -> Lines:
    """Some statements, each followed by a separator."""
    lines: Lines = []
    kept = len(scope.places)
    for _ in range(scope.number(least, most)):
        if scope.has("late") and scope.chance(15) and scope.late < 2:
            lines += separated(_declaration(scope))
        added = statement(scope)
        if added[0] == "d_step {" and any(line.endswith(("od;", "fi;", "};")) for line in lines):
            lines.append("skip;")  # SPIN refuses to leave a loop right into a d_step
        lines += separated(added)
    del scope.places[kept:]
    return lines


def simple(scope: Scope) -> Lines:
    """A statement that is a single step."""
    kinds = [(assignment, 30), (_send, 30), (_receive, 30), (_guard, 15), (_deciding, 40 * scope.has("deciding"))]
    return weighted(scope.random, kinds)(scope)


def separated(statement_: Lines) -> Lines:
    return [*statement_[:-1], statement_[-1] + ";"]


def indented(lines: Lines) -> Lines:
    return ["  " + line for line in lines]


@contextmanager
def _inside(scope: Scope, indivisible: str = "", looping: bool = False) -> Iterator[None]:
    before = scope.indivisible, scope.looping
    scope.depth += 1
    scope.indivisible = scope.indivisible if scope.indivisible == "d_step" else indivisible or scope.indivisible
    scope.looping = scope.looping or looping
    try:
        yield
    finally:
        scope.depth -= 1
        scope.indivisible, scope.looping = before


def statement(scope: Scope) -> Lines:
    """Any statement that may stand here; inside a `d_step` one that cannot block."""
    if scope.indivisible == "d_step":
        return _unblocking(scope)
    talk = 24 if scope.has("inviting") else 12
    kinds: list[tuple[Callable[[Scope], Lines], int]] = [
        (assignment, 34),
        (_send, talk),
        (_receive, talk),
        (_guard, 3),
        (_print, 3),
        (_skip, 0 if scope.looping else 2),
        (_assertion, 6 if scope.has("assertions") else 0),
        (_inline_call, 8 if scope.inlines else 0),
        (_run, 10 if scope.runnable else 0),
        (_goto, 6 if scope.labels else 0),
        (_priority, 8 if scope.has("priorities") else 0),
    ]
    if scope.depth < DEEPEST:
        kinds += [
            (_selection, 12),
            (_loop, 6),
            (_counted, 5 if scope.has("for") and scope.counters else 0),
            (_atomic, talk if scope.has("atomic") else 0),
            (_deterministic, 8 if scope.has("d_step") else 0),
            (_unless, 8 if scope.has("unless") else 0),
            (_braces, 2),
        ]
    return weighted(scope.random, kinds)(scope)


def _unblocking(scope: Scope) -> Lines:
    kinds: list[tuple[Callable[[Scope], Lines], int]] = [
        (assignment, 30),
        (_print, 2),
        (_assertion, 3 if scope.has("assertions") else 0),
        (_inline_call, 6 if scope.inlines else 0),
    ]
    if scope.depth < DEEPEST:
        kinds += [(_exhaustive_selection, 8), (_counted, 5 if scope.counters else 0)]
    return weighted(scope.random, kinds)(scope)


# -- simple statements -----------------------------------------------------------------------


def assignment(scope: Scope) -> Lines:
    place = scope.choose(scope.writable())
    if place.type in ("byte", "short", "int", "unsigned") and scope.chance(20):
        return [f"{place.text} = ({place.text} + {scope.number(1, 3)}) % {scope.number(2, 4)}"]
    if place.type in ("bit", "bool", "unsigned") and scope.chance(25):
        return [f"{place.text}{scope.choose(('++', '--'))}"]
    return [f"{place.text} = {value(scope, place.type)}"]


def _send(scope: Scope) -> Lines:
    sent = messages.send(scope)
    return assignment(scope) if sent is None else [sent]


def _receive(scope: Scope) -> Lines:
    received = messages.receive(scope)
    if received is None:
        return assignment(scope)
    variable = next((name for name in scope.channel_variables if name in received), None)
    return [received] if variable is None else [f"{received};", f"{variable}!{value(scope, 'byte')}"]


def _guard(scope: Scope) -> Lines:
    return [guard(scope)]


def _print(scope: Scope) -> Lines:
    if scope.chance(70):
        return [f'printf("%d\\n", {arithmetic(scope, 1)})']
    names = [place.text for place in scope.places if place.type == "mtype"]
    return [f"printm({scope.choose(names)})"] if names else ['printf("here\\n")']


def _skip(scope: Scope) -> Lines:
    return [scope.choose(("skip", "true", "1"))]


def _assertion(scope: Scope) -> Lines:
    return [f"assert({condition(scope)})"]


def _inline_call(scope: Scope) -> Lines:
    places = [place.text for place in scope.writable() if place.type in ("byte", "short", "int")]
    return [f"{scope.choose(scope.inlines).name}({scope.choose(places)}, {scope.number(1, 3)})"]


def _priority(scope: Scope) -> Lines:
    if scope.chance(50):
        return [f"set_priority({scope.choose(('_pid', '0'))}, {scope.number(1, 4)})"]
    return [f"(get_priority({scope.choose(('_pid', '0'))}) {scope.choose(('<', '>', '=='))} 2)"]


def _goto(scope: Scope) -> Lines:
    """Only sometimes, so that what comes next is mostly reached."""
    jump = f"goto {scope.choose(scope.labels)}"
    return ["if", f":: {condition(scope)} -> {jump}", f":: {_otherwise(scope)}", "fi"]


def _otherwise(scope: Scope) -> str:
    return "else" if scope.chance(60) and not scope.has("enabled") else condition(scope)


def _run(scope: Scope) -> Lines:
    target = scope.choose(scope.runnable)
    started = f"run {target.name}({', '.join(arguments(scope, target))})"
    pids = [place.text for place in scope.writable() if place.type in ("pid", "byte", "int")]
    if pids and scope.chance(35):
        started = f"{scope.choose(pids)} = {started}"
    if scope.looping or scope.chance(20):
        return ["if", f":: _nr_pr < {scope.number(2, 4)} -> {started}", ":: else", "fi"]
    return [started]


def arguments(scope: Scope, target: Runnable) -> list[str]:
    """What to start a process with."""
    carried = [channel.text for channel in scope.channels if channel.fields == messages.CARRIED.fields]
    return [_argument(scope, type_, carried) for type_ in target.parameters]


def _argument(scope: Scope, type_: str, carried: list[str]) -> str:
    if type_ == "chan":
        return scope.choose(carried)
    if type_ != "mtype":
        return value(scope, type_)
    # SPIN wants the name itself for a message type, or no name at all.
    same = [place.text for place in scope.places if place.type == "mtype"]
    return f"{scope.choose(same)} + 0" if same and scope.chance(40) else constant(scope, type_)


# -- statements made of statements -----------------------------------------------------------


def _option(scope: Scope, first: Lines, least: int, most: int) -> Lines:
    """One option of a selection or a loop, with its first statement given."""
    rest = block(scope, least, most)
    if len(first) == 1 and rest:
        return [f":: {first[0]} ->", *indented(rest)]
    head, *more = separated(first)
    return [f":: {head}", *indented(more), *indented(rest)]


def _timeout(scope: Scope) -> Lines:
    return ["timeout"] if scope.has("timeout") and not scope.indivisible else [condition(scope)]


def _options(scope: Scope, looping: bool) -> Lines:
    # For SPIN's verifier whether `else` is enabled depends on who asks.
    otherwise = scope.chance(45) and not scope.has("enabled")
    # SPIN refuses `else` beside options that send or receive where channels have one user.
    communicates = 0 if otherwise and scope.has("exclusive") else 1
    kinds = [(_guard, 40 * communicates), (_plain_guard, 1), (_receive, 25 * communicates), (_send, 20 * communicates)]
    kinds += [(assignment, 12), (_timeout, 8), (_deciding, 40 * communicates * scope.has("deciding"))]
    with _inside(scope, looping=looping):
        lines = [
            line
            for _ in range(scope.number(1, 3))
            for line in _option(scope, weighted(scope.random, kinds)(scope), 0, 2)
        ]
        if otherwise:
            lines += _option(scope, ["else"], 0, 1)
    return lines


def _plain_guard(scope: Scope) -> Lines:
    return [condition(scope)]


def _selection(scope: Scope) -> Lines:
    return ["if", *_options(scope, looping=False), "fi"]


def _loop(scope: Scope) -> Lines:
    """A loop that can be left, except rarely."""
    ending = [] if scope.chance(10) else [f":: {condition(scope)} -> break" if scope.chance(60) else ":: break"]
    with _inside(scope, looping=True):
        options = _options(scope, looping=True)
    return ["do", *ending, *options, "od"]


def _exhaustive_selection(scope: Scope) -> Lines:
    with _inside(scope):
        options = [
            line
            for _ in range(scope.number(1, 2))
            for line in (f":: {condition(scope)} ->", *indented(block(scope, 1, 2)))
        ]
        otherwise = [":: else ->", *indented(block(scope, 1, 1))] if scope.chance(60) else [":: else"]
    return ["if", *options, *otherwise, "fi"]


def _counted(scope: Scope) -> Lines:
    counter = scope.counters.pop()
    arrays = [array for array in scope.arrays if array[1] in ("byte", "short", "int", "bit")]
    kept = list(scope.places)
    if arrays and scope.chance(40):
        name, type_, _ = scope.choose(arrays)
        heading = f"for ({counter} in {name})"
        scope.places = [*kept, Place(f"{name}[{counter}]", type_)]
    elif scope.chance(30) and scope.indivisible != "d_step":
        scope.counters.append(counter)
        return [f"select ({counter} : {scope.number(0, 1)} .. {scope.number(1, 3)})"]
    else:
        heading = f"for ({counter} : {scope.number(0, 1)} .. {scope.number(1, 2)})"
    with _inside(scope, looping=True):
        body = indented(block(scope, 1, 2))
    scope.places = kept
    scope.counters.append(counter)
    return [f"{heading} {{", *body, "}"]


def _atomic(scope: Scope) -> Lines:
    with _inside(scope, "atomic"):
        lines = block(scope, 1, 3)
        if scope.has("inviting") and scope.chance(70):
            lines += separated(invited(scope))
        return ["atomic {", *indented(lines), "}"]


def invited(scope: Scope) -> Lines:
    """A selection in which a process that holds control could also receive, if somebody sent."""
    waiting = [channel for channel in scope.channels if channel.receives and channel.capacity == 0]
    if not waiting:
        return assignment(scope)
    channel = scope.choose(waiting)
    anything = f"{channel.text}?{', '.join('_' for _ in channel.fields)}"
    takes_all = "Inner" not in channel.fields and scope.chance(60)
    receive = anything if takes_all else messages.receive_from(scope, channel)
    other = "else" if scope.chance(50) and not {"enabled", "exclusive"} & scope.features else condition(scope, 0)
    options = [f":: {receive} -> {assignment(scope)[0]}", f":: {other}"]
    return ["if", *(options if other == "else" or scope.chance(50) else options[::-1]), "fi"]


def _deterministic(scope: Scope) -> Lines:
    first = weighted(scope.random, [(_receive, 20), (_guard, 20), (_send, 10), (assignment, 50)])
    with _inside(scope, "d_step"):
        return ["d_step {", *indented(separated(first(scope))), *indented(block(scope, 1, 2)), "}"]


def _deciding(scope: Scope) -> Lines:
    """A d_step that begins with a selection: it takes the first option that it can."""
    choosing = _first_selection(scope)
    with _inside(scope, "d_step"):
        return ["d_step {", *indented(separated(choosing)), *indented(block(scope, 0, 1)), "}"]


def _first_selection(scope: Scope, nested: bool = False) -> Lines:
    lines: Lines = []
    for _ in range(scope.number(1 if nested else 2, 3)):
        if not nested and scope.chance(20):
            lines += ["::", *indented(_first_selection(scope, True))]
            continue
        received = messages.receive(scope) if scope.chance(40) else None
        with _inside(scope, "d_step"):
            lines += [f":: {received or condition(scope)} ->", *indented(block(scope, 1, 1))]
    otherwise = [":: else ->", *indented(assignment(scope))] if scope.chance(30) else []
    lines = [*otherwise, *lines] if scope.chance(50) else [*lines, *otherwise]
    return ["if", *lines, "fi"]


def _unless(scope: Scope) -> Lines:
    with _inside(scope):
        main = indented(block(scope, 1, 3))
        escape = weighted(scope.random, [(_guard, 60), (_receive, 30), (_send, 10)])(scope)
        rest = block(scope, 0, 2)
    return ["{", *main, "} unless {", *indented(separated(escape)), *indented(rest), "}"]


def _braces(scope: Scope) -> Lines:
    with _inside(scope):
        return ["{", *indented(block(scope, 1, 2)), "}"]


def _declaration(scope: Scope) -> Lines:
    """A variable declared where it is first needed; `block` forgets it at its end."""
    scope.late += 1
    name = f"late{scope.late}"
    type_ = scope.choose(("byte", "bit", "short", "int"))
    text = f"{type_} {name}" + (f" = {value(scope, type_)}" if scope.chance(60) else "")
    scope.places.append(Place(name, type_))
    return [text]


def initial(scope: Scope, type_: str) -> str:
    """An initialiser, or none."""
    return f" = {constant(scope, type_)}" if scope.chance(40) else ""

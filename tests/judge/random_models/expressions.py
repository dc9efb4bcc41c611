"""Random expressions whose values stay small, so that the models have few states."""

from __future__ import annotations

from tests.judge.random_models.vocabulary import MESSAGE_NAMES, Channel, Place, Scope, weighted

_ARITHMETIC = ("+", "-", "*", "&", "|", "^")
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
_WRAPPING = {
    "bit": ("2", "3"),
    "bool": ("2", "3"),
    "byte": ("255", "256", "258", "-1"),
    "pid": ("255", "257"),
    "short": ("32767", "32769", "-32769", "65537"),
    "int": ("2147483647", "-2147483647"),
    "unsigned": ("8", "7", "-1", "13"),
}


def constant(scope: Scope, type_: str) -> str:
    """A constant that a place of this type can hold; with wraps, one that it cannot."""
    if type_ in MESSAGE_NAMES:
        return scope.choose(MESSAGE_NAMES[type_])
    if type_ in ("bit", "bool"):
        return scope.choose(("true", "false")) if type_ == "bool" else str(scope.number(0, 1))
    return str(scope.number(0, 3))


def value(scope: Scope, type_: str) -> str:
    """An expression to be assigned to a place of this type."""
    if type_ in MESSAGE_NAMES:
        same = [place.text for place in scope.places if place.type == type_]
        return scope.choose(same) if same and scope.chance(40) else constant(scope, type_)
    if scope.has("wrap") and scope.chance(20):
        return _wrapping(scope, type_)
    if scope.chance(40):
        return constant(scope, type_)
    if type_ in ("bit", "bool"):
        return condition(scope, 1) if scope.chance(60) else arithmetic(scope, 1)
    return f"({arithmetic(scope, 2)}) % {scope.number(2, 4)}"


def _wrapping(scope: Scope, type_: str) -> str:
    """A value at the edge of the type, or beyond."""
    base = scope.choose(_WRAPPING[type_])
    if type_ == "int" and base[0] != "-":
        return f"{base} - ({arithmetic(scope, 0)} & 1)"
    return f"{base} + ({arithmetic(scope, 0)} & 1)" if scope.chance(50) else base


def arithmetic(scope: Scope, depth: int) -> str:
    """A number."""
    if depth <= 0 or scope.chance(25):
        return _atom(scope)
    left = arithmetic(scope, depth - 1)
    right = arithmetic(scope, depth - 1)
    kind = weighted(
        scope.random, [("plain", 50), ("divide", 12), ("shift", 10), ("sign", 10), ("choose", 10), ("truth", 8)]
    )
    match kind:
        case "divide":
            return f"({left} {scope.choose('/%')} {_divisor(scope)})"
        case "shift":
            return f"(({left} & 7) {scope.choose(('<<', '>>'))} {scope.number(0, 2)})"
        case "sign":
            return f"{scope.choose(('-', '~'))}({left})"
        case "choose":
            return f"({condition(scope, 0)} -> {left} : {right})"
        case "truth":
            return f"({condition(scope, 0)})"
    return f"({left} {scope.choose(_ARITHMETIC)} {right})"


def _divisor(scope: Scope) -> str:
    place = _number(scope)
    if place is None or scope.chance(60):
        return str(scope.number(2, 4))
    return f"({place.text} == 0 -> 2 : {place.text})"


def _number(scope: Scope) -> Place | None:
    numbers = scope.numbers()
    return scope.choose(numbers) if numbers else None


def _atom(scope: Scope) -> str:
    if scope.chance(8):
        return "_pid"
    if scope.chance(4) and scope.has("run"):
        return "_nr_pr"
    buffered = buffered_channels(scope)
    if buffered and scope.chance(8):
        return f"len({scope.choose(buffered).text})"
    place = _number(scope)
    return str(scope.number(0, 4)) if place is None or scope.chance(25) else place.text


def buffered_channels(scope: Scope) -> list[Channel]:
    """Those that may be asked how full they are: for a rendezvous the answer means nothing."""
    return [channel for channel in scope.channels if channel.capacity > 0]


def guard(scope: Scope) -> str:
    """A condition that stands as a statement of its own: only there may one ask how full a channel is."""
    buffered = buffered_channels(scope)
    if not buffered or scope.chance(70):
        return condition(scope)
    probe = f"{scope.choose(('full', 'empty', 'nfull', 'nempty'))}({scope.choose(buffered).text})"
    return probe if scope.chance(60) else f"{probe} {scope.choose(('&&', '||'))} {condition(scope, 0)}"


def condition(scope: Scope, depth: int = 1) -> str:
    """A truth value."""
    if depth > 0 and scope.chance(25):
        return f"({condition(scope, depth - 1)} {scope.choose(('&&', '||'))} {condition(scope, depth - 1)})"
    special = _special_conditions(scope)
    if special and scope.chance(30):
        return scope.choose(special)
    if depth > 0 and scope.chance(10):
        return f"!({condition(scope, 0)})"
    messages = [place for place in scope.places if not place.number]
    if messages and scope.chance(25):
        place = scope.choose(messages)
        return f"({place.text} {scope.choose(('==', '!='))} {constant(scope, place.type)})"
    return f"({arithmetic(scope, depth)} {scope.choose(_COMPARISONS)} {scope.number(0, 3)})"


def _special_conditions(scope: Scope) -> list[str]:
    found = list(scope.remote) if scope.indivisible != "d_step" else []
    if scope.has("last"):
        found.append(f"(_last == {scope.number(0, 2)})")
    for channel in buffered_channels(scope):
        if scope.has("polls") and "Inner" not in channel.fields:
            found.append(poll(scope, channel))
    if scope.has("run"):
        found.append(f"(_nr_pr {scope.choose(_COMPARISONS)} {scope.number(1, 4)})")
    return found


def poll(scope: Scope, channel: Channel) -> str:
    """Asks what is in a channel and takes nothing out."""
    patterns = ", ".join(pattern(scope, type_, []) for type_ in channel.fields)
    # SPIN's verifier takes the place of the message for the value of `??[...]`, its simulator takes 1.
    if scope.choose(("?", "??")) == "??":
        return f"(0 != {channel.text}??[{patterns}])"
    return f"{channel.text}?[{patterns}]"


def pattern(scope: Scope, type_: str, into: list[str]) -> str:
    """What a receive compares one field to; `into` are variables that it may be put into, and loses the one used."""
    if type_ == "chan":
        return into.pop() if into else "_"
    if type_ == "Inner":
        return into.pop()
    if type_ in ("byte", "int") and scope.has("identity") and scope.chance(20):
        return "eval(_pid)"
    same = [place.text for place in scope.places if place.type == type_]
    kind = weighted(scope.random, [("variable", 55 if into else 0), ("constant", 20), ("any", 15), ("eval", 10)])
    match kind:
        case "variable":
            return into.pop(scope.random.randrange(len(into)))
        case "any":
            return "_"
        case "eval" if same:
            return f"eval({scope.choose(same)})"
    return "1" if type_ == "bool" else constant(scope, type_)

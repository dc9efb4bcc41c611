"""`test crowd(N in 2..4) with turns, defer ordered expects holds { ... }`: what is run instead of `main`.

Parameters are numbers in the translation; a test is run once for each combination of them.  What stands behind `with`
are the monitors and formulas that are looked at, and the options of the command line that the test is run with.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches

from penstock.dialects.actors.choices import Defer, NetworkKind
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.monitors import changed_by
from penstock.dialects.actors.nodes import Looked, Monitor, Test, TestParameter
from penstock.dialects.actors.parser import ActorParser
from penstock.dialects.actors.sizes import LONGEST
from penstock.dialects.actors.system import Body, System
from penstock.resolve.constants import constant_value
from penstock.syntax.layout import CONSTANT
from penstock.syntax.lexer import NAME
from penstock.syntax.nodes import Declarator, Ltl, Node, Receive, Reference, VariableDeclaration
from penstock.syntax.walk import walk

VERDICTS = ("holds", "violated", "deadlock", "livelock", "assertion", "unhandled")
"""What may be expected; `violated` alone is any of those behind it, or a monitor or formula."""
MOST_VALUES = 1000
_HOW = "write `test name(N in 2..4) with monitor expects holds { ... }`"

# -- reading ---------------------------------------------------------------------------------------


def read_test(parser: ActorParser) -> Test:
    start = parser.advance()
    name_at = parser.expect_name("the name of a test")
    parameters: tuple[TestParameter, ...] = ()
    if parser.accept("("):
        parameters = parser.listed(lambda: _parameter(parser)) if parser.kinds[parser.at] != ")" else ()
        parser.expect(")")
    looked: list[Looked] = []
    options: list[str] = []
    if _word(parser, "with"):
        parser.listed(lambda: _condition(parser, looked, options))
    expected, violated = "holds", None
    if _word(parser, "expects"):
        expected, violated = _verdict(parser)
    if parser.kinds[parser.at] != "{":
        raise parser.unexpected("`{`", _HOW)
    parser.numbers = frozenset(one.name for one in parameters)
    body = parser.sequence()
    parser.numbers = frozenset()
    name = parser.texts[name_at]
    return Test(
        start, parser.at - 1, name, name_at, parameters, tuple(looked), tuple(options), expected, violated, body
    )


def _word(parser: ActorParser, word: str) -> bool:
    """A word that is a name elsewhere."""
    found = parser.kinds[parser.at] == NAME and parser.texts[parser.at] == word
    parser.at += found
    return found


def _parameter(parser: ActorParser) -> TestParameter:
    at = parser.expect_name("a parameter")
    if not _word(parser, "in"):
        raise parser.unexpected("`in`", _HOW)
    low = high = parser.whole_expression()
    if parser.accept(".."):
        high = parser.whole_expression()
    one = Declarator(at, at, parser.texts[at], None, None, None)
    return TestParameter(at, parser.at - 1, VariableDeclaration(at, at, None, "int", None, (one,)), low, high)


def _condition(parser: ActorParser, looked: list[Looked], options: list[str]) -> None:
    """A monitor or formula, or an option: `defer WORD`, `mailbox N`, `crash TYPE=N`, `network KIND`."""
    at = parser.at
    name = parser.texts[at]
    if parser.kinds[at] != NAME:
        raise parser.unexpected("a monitor, a formula, `defer`, `mailbox`, `crash` or `network`", _HOW)
    parser.at += 1
    ways = [way.value for way in Defer]
    if name == "defer" and (parser.kinds[parser.at] == NAME or parser.texts[parser.at] in ways):
        if parser.texts[parser.at] not in ways:
            raise parser.unexpected(f"`{'`, `'.join(ways[:-1])}` or `{ways[-1]}`", _HOW)
        options += ["--defer", parser.texts[parser.advance()]]
    elif name == "mailbox" and parser.kinds[parser.at] == "constant":
        if not 0 < int(parser.texts[parser.at]) <= LONGEST:
            raise parser.unexpected(f"a number from 1 to {LONGEST}")
        options += ["--mailbox", parser.texts[parser.advance()]]
    elif name == "crash" and parser.kinds[parser.at] == NAME:
        kind = parser.texts[parser.advance()]
        parser.expect("=", hint="write `crash server=1`")
        options += ["--crash", f"{kind}={parser.texts[parser.expect(CONSTANT)]}"]
    elif name == "network" and parser.kinds[parser.at] == NAME:
        kinds = [kind.value for kind in NetworkKind]
        if parser.texts[parser.at] not in kinds:
            raise parser.unexpected(f"`{'`, `'.join(kinds[:-1])}` or `{kinds[-1]}`")
        options += ["--network", parser.texts[parser.advance()]]
    else:
        looked.append(Looked(at, at, name))


def _verdict(parser: ActorParser) -> tuple[str, Looked | None]:
    word = parser.texts[parser.at]
    if word not in VERDICTS:
        raise parser.unexpected(f"`{'`, `'.join(VERDICTS[:-1])}` or `{VERDICTS[-1]}`")
    parser.at += 1
    if word != "violated" or not _word(parser, "by"):
        return word, None
    if parser.kinds[parser.at] != NAME:
        raise parser.unexpected("the name of a monitor or formula")
    at = parser.advance()
    return word, Looked(at, at, parser.texts[at])


# -- what is declared ------------------------------------------------------------------------------


def gather_test(system: System, test: Node) -> None:
    assert isinstance(test, Test)
    if test.name in system.tests:
        return
    system.tests[test.name] = test
    body = Body(None, None, test.body, test.name)
    for parameter in test.parameters:
        system.declare(body.key, parameter.declaration)
    system.find_locals(body)
    system.bodies.append(body)


# -- rules -----------------------------------------------------------------------------------------


def check_tests(system: System, _: Inference) -> None:
    first: dict[str, Test] = {}
    for unit in system.program.units:
        node: Node = unit
        if isinstance(node, Test):
            _check(system, node, first.get(node.name))
            first.setdefault(node.name, node)


def _check(system: System, test: Test, before: Test | None) -> None:
    if before is not None or test.name == "main":
        notes = [("it was declared here before", system.position(before.name_at))] if before is not None else []
        system.report("E302", f"test `{test.name}` is declared twice", test.name_at, notes=notes)
    names = watched_names(system)
    for one in (*test.looked, *([test.violated] if test.violated is not None else ())):
        if one.name not in names:
            _unknown(system, one, names)
    if test.violated is not None and test.looked and test.violated.name not in [one.name for one in test.looked]:
        text = f"the test expects `{test.violated.name}` to be violated, and does not look at it"
        system.report("E830", text, test.violated, "name it after `with`, too")
    for kind in [value.partition("=")[0] for value in test.options if "=" in value]:
        if kind not in system.types:
            similar = get_close_matches(kind, system.types, 1, 0.6)
            hint = f"did you mean `{similar[0]}`?" if similar else None
            system.report("E830", f"the test lets `{kind}` crash, which is no actor type", test.name_at, hint)
    declared = {variable.name: node for node in _declarations(test) for variable in node.variables}
    seen: set[str] = set()
    for parameter in test.parameters:
        if parameter.name in seen or parameter.name in declared:
            at = declared.get(parameter.name, parameter.first)
            system.report("E302", f"parameter `{parameter.name}` is declared twice", at)
        seen.add(parameter.name)
        _check_values(system, parameter)
    _check_unchanged(system, test, seen)


def _declarations(test: Test) -> Iterator[VariableDeclaration]:
    return (node for node in walk(test.body) if isinstance(node, VariableDeclaration))


def _unknown(system: System, one: Looked, names: list[str]) -> None:
    similar = get_close_matches(one.name, names, 1, 0.6)
    known = ", ".join(f"`{name}`" for name in names) or "none"
    hint = f"did you mean `{similar[0]}`?" if similar else f"the model has {known}"
    meant = similar[0] if similar else None
    system.report("E830", f"there is no monitor or formula `{one.name}`", one.first, hint, meant=meant)


def _check_values(system: System, parameter: TestParameter) -> None:
    low, high = constant_value(parameter.low), constant_value(parameter.high)
    if low is None or high is None:
        at = parameter.low if low is None else parameter.high
        system.report("E830", f"the values of `{parameter.name}` must be known", at, "write numbers, as `N in 2..4`")
    elif not 0 <= high - low < MOST_VALUES:
        text = f"`{parameter.name}` has no value" if high < low else f"`{parameter.name}` has too many values"
        system.report("E830", text, parameter, f"from the least to the greatest, at most {MOST_VALUES}")


def _check_unchanged(system: System, test: Test, names: set[str]) -> None:
    for node in walk(test.body):
        received = node.patterns if isinstance(node, Receive) else ()
        for target in (*changed_by(node), *(one for one in received if isinstance(one, Reference))):
            if target.name in names:
                system.report("E830", f"`{target.name}` is a parameter of the test, and stays as it is", target)


def expected_words(test: Test) -> str:
    """What is expected, as it is written."""
    return test.expected if test.violated is None else f"{test.expected} by {test.violated.name}"


def watched_names(system: System) -> list[str]:
    """The monitors and formulas of a model."""
    units: list[Node] = list(system.program.units)
    return [unit.name for unit in units if isinstance(unit, Monitor | Ltl) and unit.name]

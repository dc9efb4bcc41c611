"""`function larger(byte a, b) = (a > b -> a : b)`: a value with a name and parameters, which changes nothing.

Its text is put in where it is called, with its arguments in parentheses:

x = larger(y, 3)    ->    x = ((y) > 3 -> (y) : 3)
"""

from __future__ import annotations

from difflib import get_close_matches

from penstock.diagnostics.record import counted
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.nodes import FunctionCall, FunctionDefinition
from penstock.dialects.actors.parser import ActorParser
from penstock.dialects.actors.system import Body, System, own_names
from penstock.syntax.cursor import TooManyFailures
from penstock.syntax.inlines import MOST_INLINED
from penstock.syntax.layout import END, TokenLayout
from penstock.syntax.lexer import NAME, OPERATOR, PAINTED, Token
from penstock.syntax.nodes import CExpression, Conditional, Constant, Expression, Reference, VariableDeclaration
from penstock.syntax.walk import walk

# -- reading ---------------------------------------------------------------------------------------


def read_function(parser: ActorParser) -> FunctionDefinition:
    start = parser.advance()
    name_at = parser.at
    name = parser.texts[name_at]
    if name in parser.functions:
        parser.report("E302", f"the function `{name}` is declared twice", name_at)
        parser.functions.pop(name)
    parser.expect_name("the name of a function")
    parser.expect("(", hint=f"write `function {name}(byte n) = n + 1`")
    parameters = parser.declarations() if parser.kinds[parser.at] != ")" else ()
    parser.expect(")")
    parser.expect("=", hint=f"a function is a value: `function {name}(...) = value`")
    parser.calling.append(name)
    value = parser.expression()
    parser.calling.pop()
    found = FunctionDefinition(start, parser.at - 1, name, name_at, parameters, value)
    parser.functions[name] = (found, _written(parser, value.first, parser.at))
    return found


def _written(parser: ActorParser, first: int, behind: int) -> list[Token]:
    """The tokens of a value; an operation does not count the parentheses before its first part."""
    while parser.kinds[first - 1] == "(":
        first -= 1
    return [parser.raw(at) for at in range(first, behind)]


def read_call(parser: ActorParser) -> FunctionCall:
    at = parser.advance()
    name = parser.texts[at]
    parser.expect("(")
    arguments = parser.arguments(")")
    ranges = parser.argument_tokens(arguments, at + 2)
    last = parser.expect(")")
    nothing = FunctionCall(at, last, name, at, arguments, Constant(at, at, 0))
    parser.rewritten[at] = ("0", last)
    if name in parser.calling:
        parser.report("E823", f"the function `{name}` calls itself", at, "a function is put in where it is called")
        return nothing
    if name not in parser.functions:
        parser.report("E823", f"the function `{name}` is called before it is declared", at, "declare it first")
        return nothing
    definition, tokens = parser.functions[name]
    names = [one.name for declaration in definition.parameters for one in declaration.variables]
    if len(names) != len(arguments):
        text = f"the function `{name}` takes {counted(len(names), 'argument')}, not {len(arguments)}"
        notes = [("it is declared here", parser.positions[definition.name_at])]
        parser.diagnostics.report("E823", text, parser.positions[at], len(name), notes=notes)
        return nothing
    given = {name: _argument(parser, *one) for name, one in zip(names, ranges, strict=True)}
    value, limits = _expanded(parser, definition, tokens, given, at)
    if parser.temporal and any(isinstance(node, Conditional) for node in walk(value)):
        text = f"the value of `{name}` has a choice in it, and `->` has another meaning in formulas"
        parser.report("E823", text, at, "write the formula with `&&` and `||`")
        return nothing
    parser.rewritten[at] = ((limits,), last)
    return FunctionCall(at, last, name, at, arguments, value)


def _argument(parser: ActorParser, first: int, behind: int) -> list[Token]:
    tokens = [parser.raw(at) for at in range(first, behind)]
    operators = {kind for kind in parser.kinds[first:behind] if kind not in (NAME, "constant", "this", "[", "]", ".")}
    if not operators and len(tokens) != 2:
        return tokens
    position = tokens[0][2]
    return [(OPERATOR, "(", position), *tokens, (OPERATOR, ")", tokens[-1][2])]


def _expanded(
    parser: ActorParser, definition: FunctionDefinition, body: list[Token], given: dict[str, list[Token]], call: int
) -> tuple[Expression, tuple[int, int]]:
    """Append the value to the table, and read it there."""
    expand, here = parser.diagnostics.sources.expand, parser.positions[call]
    name, position = definition.name, parser.positions[definition.name_at]
    tokens: list[Token] = [(OPERATOR, "(", expand(name, position, here, True))]
    member = False
    for kind, text, place in body:
        if kind in (NAME, PAINTED) and text in given and not member:
            tokens.extend(given[text])  # where they stand in the call
        else:
            tokens.append((kind, text, expand(name, place, here, True)))
        member = text == "."
    tokens.append((OPERATOR, ")", expand(name, position, here, True)))
    parser.inlined += len(tokens)
    if parser.inlined > MOST_INLINED:
        parser.report("E213", f"functions expand to more than {MOST_INLINED:,} tokens", call)
        raise TooManyFailures
    return _read_there(parser, tokens)


def _read_there(parser: ActorParser, tokens: list[Token]) -> tuple[Expression, tuple[int, int]]:
    saved = parser.at, parser.temporal
    parser.at, parser.temporal = len(parser.table), False
    first = parser.at
    parser.enter()
    try:
        TokenLayout(parser.table, parser.diagnostics, parser.roles, inlined=True, words=parser.words).run(tokens)
        value = parser.expression()
        last = parser.at - 1
        if parser.kinds[parser.at] != END:
            raise parser.unexpected("the end of the function")
    finally:
        parser.at, parser.temporal = saved
    parser.leave()
    return value, (first, last)


# -- rules -----------------------------------------------------------------------------------------


def check_functions(system: System, inference: Inference) -> None:
    definitions = {unit.name: unit for unit in system.program.units if isinstance(unit, FunctionDefinition)}
    for definition in definitions.values():
        _check_definition(system, definition)
    for body in system.bodies:
        for node in [node for root in body.roots for node in walk(root)]:
            if isinstance(node, FunctionCall) and node.name in definitions:
                _check_call(system, body, node, definitions[node.name])


def _check_definition(system: System, definition: FunctionDefinition) -> None:
    known = _parameters(definition)
    for declaration in definition.parameters:
        for one in declaration.variables:
            if one.size is not None or one.initial is not None:
                text = f"the parameter `{one.name}` of a function is a plain value"
                system.report("E823", text, one.first, "leave out what follows its name")
    for node in walk(definition.value):
        if isinstance(node, CExpression):
            system.report("E823", "a function changes nothing, and C may", node, "write the value in Promela")
    for name in own_names(definition.value):
        if name.name in known or system.places(None, name)[0] is not None or system.is_nobody(None, name):
            continue
        if not name.name.startswith("_"):
            similar = get_close_matches(name.name, [*known, *(one[2] for one in system.variables)], 1, 0.6)
            hint = f"did you mean `{similar[0]}`?" if similar and similar[0] in known else None
            hint = hint or "a function knows its parameters, and the variables that all see"
            system.report("E301", f"`{name.name}` is not declared", name.first, hint)


def _parameters(definition: FunctionDefinition) -> dict[str, VariableDeclaration]:
    return {one.name: declaration for declaration in definition.parameters for one in declaration.variables}


def _check_call(system: System, body: Body, call: FunctionCall, definition: FunctionDefinition) -> None:
    for (name, declaration), argument in zip(_parameters(definition).items(), call.arguments, strict=False):
        given = system.is_actor(body, argument)
        if given is not None and declaration.type != "chan" and given != (declaration.type == "actor"):
            found = "an actor" if given else "not an actor"
            wanted = "an actor" if declaration.type == "actor" else f"of type `{declaration.type}`"
            text = f"`{name}` of the function `{definition.name}` is {wanted}, but the argument is {found}"
            system.report("E804", text, argument)
    for free in _free(definition):
        place = system.places(body, free)[0]
        if place is not None and place[0]:
            notes = [("the function means the one that all see", system.position(free.first))]
            text = f"`{free.name}` has another meaning in the function `{definition.name}`, which is called here"
            system.report("E823", text, call.name_at, "rename one of them", notes)


def _free(definition: FunctionDefinition) -> list[Reference]:
    known = _parameters(definition)
    return [name for name in own_names(definition.value) if name.name not in known]

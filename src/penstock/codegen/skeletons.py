"""Skeletons of unit tests: one for each piece of C that takes the place of something in the model.

What is known before and after it comes from the model: the assertion before it, and the values that the
code for the model beside it can leave in variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from penstock.automata import Automaton
from penstock.codegen.declarations import definition
from penstock.codegen.guards import Guards
from penstock.codegen.page import Page, c_comment
from penstock.codegen.pairs import Pairs
from penstock.codegen.plan import Plan, inside
from penstock.codegen.steps import edges_of
from penstock.dialects.pch.regions import MODEL_WORD, Region
from penstock.syntax.nodes import Assignment, CCode, Constant, Receive, Reference
from penstock.syntax.printer import reference_text


def skeletons(plan: Plan, pairs: Pairs) -> str:
    """A file of C with a test for each action."""
    page = Page()
    page.add(
        "/* Tests of the actions, one by one: fill in the situation before each, and what else must hold after it. */"
    )
    page.add('#include "init.h"', "", "#undef NDEBUG", "#include <assert.h>", "")
    names: list[str] = []
    for automaton in plan.automata:
        for statement in _actions(plan, automaton):
            place = plan.keys.place(statement).replace(":", "_")
            name = f"test_{automaton.name}_{place}"
            if name not in names:
                names.append(name)
                _test(plan, pairs, automaton, statement, name, page)
    with page.block("int main(void)\n{"):
        page.add(*(f"{name}();" for name in names), "return 0;")
    return page.text()


def _actions(plan: Plan, automaton: Automaton) -> Iterator[CCode]:
    for edge in edges_of(automaton):
        statement = edge.statement
        if isinstance(statement, CCode) and statement.keyword == "c_code" and plan.is_program_only(statement):
            yield statement


def _test(plan: Plan, pairs: Pairs, automaton: Automaton, statement: CCode, name: str, page: Page) -> None:
    guards = Guards(plan, automaton.process)
    where = plan.model.locate(statement)
    page.add(c_comment(f"{automaton.name}, line {where.line}: {' '.join(statement.text.split())}"))
    beside = _beside(pairs, plan, statement)
    if beside is not None:
        words = pairs.text[beside.inside : beside.close].replace("\\\n", " ").split()
        page.add(c_comment(f"in the model: {' '.join(words)}"))
    with page.block(f"static void {name}(void)\n{{"):
        for variable in [*automaton.process.parameters, *automaton.process.locals]:
            c_name = guards.names.of(variable, variable.name)
            page.add(definition(variable, c_name), f"(void){c_name};")
        page.add("/* before: give the variables their values */")
        if statement.precondition is not None:
            page.add(f"assert({statement.precondition.strip()});")
        for line in list(guards.c_code(statement))[1:-1]:
            page.add(*line.split("\n"))
        page.add("/* after */")
        page.add(*(f"assert({text});" for text in _afterwards(pairs, beside, where.line)))
    page.add("")


def _beside(pairs: Pairs, plan: Plan, statement: CCode) -> Region | None:
    """The code for the model that a piece of C replaces."""
    sources = plan.model.sources
    own = pairs.region_at(sources.original(sources.written(plan.model.position(statement))))
    return pairs.partner(own) if own is not None else None


def _afterwards(pairs: Pairs, beside: Region | None, line: int) -> list[str]:
    """What must be true there: a variable that the model sets to one of several constants has one of these values."""
    if beside is None or beside.kind != MODEL_WORD:
        return []
    model = pairs.model
    is_inside = inside(model, [(beside.start, beside.end)])
    first, last = (model.sources.files[0].location(at).line for at in (beside.start, beside.end))
    lines = {line, *range(first, last + 1)}
    known = {variable.name for variable in pairs.variables(pairs.program)}
    values: dict[str, list[str]] = {}
    unknown: set[str] = set()
    for node in [*model.nodes.of(Assignment), *model.nodes.of(Receive)]:
        if not is_inside(node) or model.locate(node).line not in lines:
            continue
        if isinstance(node, Assignment) and isinstance(node.value, Constant):
            values.setdefault(reference_text(node.target), []).append(node.value.name or str(node.value.value))
        elif isinstance(node, Receive):
            unknown.update(reference_text(found) for found in node.patterns if isinstance(found, Reference))
    return [
        " || ".join(f"{name} == {value}" for value in dict.fromkeys(found))
        for name, found in values.items()
        if name not in unknown and re.split(r"\W", name)[0] in known
    ]

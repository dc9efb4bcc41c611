"""Channels whose other end is outside the program: what the environment of a specification sends and receives."""

from __future__ import annotations

from dataclasses import dataclass

from penstock.codegen.page import CPage
from penstock.codegen.plan import ProgramPlan
from penstock.resolve.layout import Layout
from penstock.resolve.symbols import Variable


@dataclass(frozen=True, slots=True)
class OutsideChannels:
    """`posts`: channels that messages come from; `takes`: channels that they leave by, each with its number."""

    posts: tuple[Variable, ...] = ()
    takes: tuple[tuple[Variable, int], ...] = ()

    def declare(self, page: CPage) -> None:
        if self.posts:
            page.add("/* For ps_post: channels whose messages come from outside. */")
            with page.block("enum {", "};"):
                page.add(*(f"PS_FROM_{variable.name}," for variable in self.posts), "PS_FROM_OUTSIDE")
            page.add("")
        if self.takes:
            page.add("/* For ps_take: channels whose messages leave. */")
            with page.block("enum {", "};"):
                rows = [f"PS_TO_{variable.name} = {number}" for variable, number in self.takes]
                page.add(*(row + "," for row in rows[:-1]), rows[-1])
            page.add("")

    def connect(self, plan: ProgramPlan, page: CPage) -> None:
        for variable in self.posts:
            page.add(f"ps_open_post(PS_FROM_{variable.name}, {plan.shared_name(variable)});")


def outside_channels(plan: ProgramPlan) -> OutsideChannels:
    """Those that settings name, in the order of the model."""
    cells = [cell.variable for cell in Layout(plan.globals).cells if cell.variable.channel is not None]
    numbers = {variable: cells.index(variable) + 1 for variable in cells}
    return OutsideChannels(
        tuple(found for found in plan.globals if found.name in plan.settings.posts),
        tuple((found, numbers[found]) for found in plan.globals if found.name in plan.settings.takes),
    )

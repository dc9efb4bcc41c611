"""What may begin a run: `main`, or a test with numbers for its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import islice, product

from penstock.dialects.actors.nodes import Test, TestParameter
from penstock.dialects.actors.system import System
from penstock.dialects.actors.testing import MOST_VALUES
from penstock.resolve.constants import constant_value
from penstock.syntax.nodes import Ltl
from penstock.syntax.translation import BadChoice

MAIN = "main"
_CHOICE = re.compile(r"\s*(\w+)\s*(?:\((.*)\)\s*)?", re.DOTALL)
_VALUE = re.compile(r"\s*(?:(\w+)\s*=)?\s*(-?\d{1,9})\s*")


@dataclass(frozen=True, slots=True)
class Driver:
    """`values` are those of the parameters of a test; with no test it is `main`."""

    test: Test | None = None
    values: Mapping[str, int] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return MAIN if self.test is None else self.test.name

    @property
    def shown(self) -> str:
        """`crowd(N=3)`, as users choose it."""
        given = ", ".join(f"{name}={value}" for name, value in self.values.items())
        return f"{self.name}({given})" if given else self.name

    @property
    def texts(self) -> dict[str, str]:
        """What stands for the parameters in the translation."""
        return {name: str(value) if value >= 0 else f"({value})" for name, value in self.values.items()}


def drivers_of(system: System) -> list[Driver]:
    """One for `main` and for each test, with the least values."""
    tests = [next(runs_of(test)) for test in system.tests.values()]
    return [*([Driver()] if system.mains or not tests else []), *tests]


def runs_of(test: Test) -> Iterator[Driver]:
    """A test with all combinations of values."""
    names = [parameter.name for parameter in test.parameters]
    combinations = product(*(_values(parameter) for parameter in test.parameters))
    for values in islice(combinations, MOST_VALUES):
        yield Driver(test, dict(zip(names, values, strict=True)))


def _values(parameter: TestParameter) -> range:
    """What is wrong with them has been reported."""
    low, high = constant_value(parameter.low), constant_value(parameter.high)
    return range(low, high + 1) if low is not None and high is not None and high >= low else range(1)


def chosen_driver(system: System, choice: str) -> Driver:
    """What is to begin; a model without `main` begins with its first test."""
    if choice in ("", MAIN):
        return drivers_of(system)[0]
    found = _CHOICE.fullmatch(choice)
    test = system.tests.get(found[1]) if found is not None else None
    if found is None or test is None:
        raise BadChoice(f"`--test {choice}`: {_no_test(found[1] if found is not None else choice, system)}")
    least = next(runs_of(test)).values
    return Driver(test, {**least, **dict(_given(choice, found[2] or "", test))})


def _no_test(name: str, system: System) -> str:
    similar = get_close_matches(name, system.tests, 1, 0.6)
    known = ", ".join(f"`{one}`" for one in system.tests) or "none"
    return f"there is no test `{name}`; " + (f"did you mean `{similar[0]}`?" if similar else f"the model has {known}")


def _given(choice: str, text: str, test: Test) -> Iterator[tuple[str, int]]:
    names = [parameter.name for parameter in test.parameters]
    for number, part in enumerate(text.split(",") if text.strip() else []):
        found = _VALUE.fullmatch(part)
        name = (found[1] or "".join(names[number : number + 1])) if found is not None else ""
        if found is None or name not in names:
            known = ", ".join(names) or "none"
            raise BadChoice(f"`--test {choice}`: `{part.strip()}` is no parameter; the test has {known}")
        values = _values(test.parameters[names.index(name)])
        if int(found[2]) not in values:
            raise BadChoice(f"`--test {choice}`: `{name}` goes from {values[0]} to {values[-1]}")
        yield name, int(found[2])


def driven(system: System, driver: Driver) -> System:
    """The system with nothing but what this driver begins, and the monitors that it looks at."""
    if not system.tests:
        return system
    looked = {one.name for one in driver.test.looked} if driver.test is not None else set()
    monitors = {one: owner for one, owner in system.monitors.items() if not looked or one.name in looked}
    gone = {owner for monitor, owner in system.monitors.items() if monitor not in monitors}
    bodies = [
        body for body in system.bodies if (body.driver == driver.name if body.owner is None else body.owner not in gone)
    ]
    names = {owner.name for owner in gone}
    observations = [one for one in system.observations if one[0][0] not in names]
    return replace(system, bodies=bodies, monitors=monitors, observations=observations)


def looks_at(driver: Driver, formula: Ltl) -> bool:
    return driver.test is None or not driver.test.looked or formula.name in [one.name for one in driver.test.looked]

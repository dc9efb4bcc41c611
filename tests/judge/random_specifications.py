"""Random specifications with C of their own, and what their programs must print.

There are declarations of all kinds, variables that several processes change, structures that travel with C fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

_NUMBERS = ("int", "long", "unsigned", "short", "static int", "static long", "size_t")
_FIELDS = (("long", "%ld", "{}"), ("double", "%g", "{}.5"), ("int", "%d", "{}"), ("unsigned char", "%d", "{}"))


@dataclass
class _Variable:
    """A counter in C: how it is declared, how it is named in C, and what it is worth in the end."""

    declared: str
    name: str
    value: int


@dataclass
class Specification:
    """The text, texts that it includes by name, and the lines that its program prints, in any order."""

    text: str
    included: dict[str, str]
    expected: list[str]
    features: set[str] = field(default_factory=set)


def random_specification(seed: int) -> Specification:
    return _Writer(Random(seed)).write()


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.features: set[str] = set()
        self.functions: list[str] = []
        self.expected: list[str] = []
        self.included: dict[str, str] = {}

    def chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def use(self, feature: str, percent: int) -> bool:
        if self.chance(percent):
            self.features.add(feature)
            return True
        return False

    # -- declarations --------------------------------------------------------------------------------

    def initial(self, number: int) -> tuple[str, int]:
        """An initial value, known to the compiler or not."""
        value = self.random.randrange(50)
        if self.use("call", 35):
            self.functions.append(
                f"{'static ' if self.chance(50) else ''}int first_{number}(void) {{ return {value}; }}"
            )
            return f" = first_{number}()", value
        if self.use("constant", 50):
            return f" = {value} * 2 - {value}", value
        return "", 0

    def variable(self, number: int) -> _Variable:
        name = f"v{number}"
        text, value = self.initial(number)
        kind = self.random.choice(["plain", "plain", "array", "named", "unnamed", "typedef"])
        self.features.add(kind)
        match kind:
            case "array":
                start = text.removeprefix(" = ")
                values = f" = {{ 0, {start} }}" if text else ""
                size = "" if text and self.chance(50) else "2"
                return _Variable(f"int {name}[{size}]{values};", f"{name}[1]", value)
            case "named":
                values = f" = {{ {text.removeprefix(' = ')} }}" if text else ""
                return _Variable(f"struct s{number} {{ int x, y; }} {name}{values};", f"{name}.x", value)
            case "unnamed":
                values = f" = {{ 1, {text.removeprefix(' = ')} }}" if text else ""
                prefix = "static " if self.chance(40) else ""
                return _Variable(f"{prefix}struct {{ char c; long x; }} {name}{values};", f"{name}.x", value)
            case "typedef":
                return _Variable(f"typedef int T{number}; T{number} {name}{text}, *other_{name};", name, value)
        return _Variable(f"{self.random.choice(_NUMBERS)} {name}{text};", name, value)

    # -- structures that travel ------------------------------------------------------------------------

    def travels(self) -> list[str]:
        """A structure with C fields goes from one process to another, perhaps by way of a third."""
        kinds = [self.random.choice(_FIELDS) for _ in range(self.random.randint(1, 3))]
        values = [self.random.randrange(100) for _ in kinds]
        before = f"c_decl_IS {{ {kinds[0][0]} c0; }}; " if self.use("first field", 50) else ""
        behind = " ".join(f"{kind[0]} c{place};" for place, kind in enumerate(kinds) if place or not before)
        fields = f"{before}byte b; short h; c_decl_IS {{ {behind or 'char rest[3];'} }}"
        capacity = self.random.randrange(3)
        self.features.add(f"channel {min(capacity, 1)}")
        with_number = self.use("number beside", 50)
        fields_sent, sent = ("byte, M", "7, m") if with_number else ("M", "m")
        given = " ".join(
            f"m.c{place} = {kind[2].format(value)};"
            for place, (kind, value) in enumerate(zip(kinds, values, strict=True))
        )
        shown = ", ".join(f"n.c{place}" for place in range(len(kinds)))
        form = " ".join(kind[1] for kind in kinds)
        self.expected.append(
            "m 9 " + " ".join(kind[2].format(value) for kind, value in zip(kinds, values, strict=True))
        )
        received = "7, n" if with_number else "n"
        show = f'c_code_IS {{ printf("m %d {form}\\n", n.b, {shown}); }}'
        lines = [f"typedef M {{ {fields} }};", f"chan q = [{capacity}] of {{ {fields_sent} }};"]
        lines.append(f"active proctype sends() {{ M m; m.b = 9; c_code_IS {{ {given} }}; q!{sent} }}")
        if self.use("to run", 40):
            lines.append(f"proctype shows(M n) {{ {show} }}")
            lines.append(f"active proctype receives() {{ M n; q?{received}; run shows(n) }}")
        else:
            lines.append(f"active proctype receives() {{ M n; q?{received}; {show} }}")
        return lines

    # -- the whole ---------------------------------------------------------------------------------------

    def write(self) -> Specification:
        variables = [self.variable(number) for number in range(self.random.randint(1, 5))]
        workers, rounds = self.random.randint(1, 3), self.random.randint(1, 20)
        step = self.random.randint(1, 3)
        changes = " ".join(self.change(found, step) for found in variables)
        total = workers * rounds * step
        for found in variables:
            self.expected.append(f"{found.name} {found.value + total}")
        shown = " ".join(f'printf("{found.name} %ld\\n", (long){found.name});' for found in variables)
        declared = [found.declared for found in variables]
        lines = [*self.declarations(declared), *(self.travels() if self.use("travels", 60) else [])]
        work = f"c_code_IS {{ {changes} }};"
        if self.use("macro", 40):
            self.into_macro(lines, work)
            work = "WORK"
        lines += [
            f"chan done = [{workers}] of {{ bit }};",
            f"proctype works() {{ byte k; do :: k < {rounds} -> k++; {work} :: else -> break od; done!1 }}",
            "active env proctype outside() { skip }" if self.chance(30) else "",
            "init { byte k; promela_MS { };",
            *["run works();"] * workers,
            *["done?_;"] * workers,
            f"c_code_IS {{ {shown} }} }}",
        ]
        return Specification("\n".join(lines) + "\n", self.included, self.expected, self.features)

    def change(self, found: _Variable, step: int) -> str:
        if not self.use("function", 30):
            return f"{found.name} += {step};"
        name = f"change_{found.name.partition('[')[0].partition('.')[0]}"
        self.functions.append(f"void {name}(int by) {{ {found.name} += by; }}")
        return f"{name}({step});"

    def declarations(self, declared: list[str]) -> list[str]:
        """The C outside of processes, in one block or several; functions in front of or behind what they name."""
        blocks = [*declared, *self.functions]
        if self.use("one block", 50):
            early = [text for text in self.functions if "first_" in text]
            late = [text for text in self.functions if "first_" not in text]
            return ["c_decl_IS {", *early, *declared, *late, "};"]
        early = [text for text in blocks if "first_" in text]
        rest = [text for text in blocks if "first_" not in text]
        word = "c_code_IS" if self.use("definitions", 30) else "c_decl_IS"
        return [*(f"c_decl_IS {{ {text} }};" for text in early), *(f"{word} {{ {text} }};" for text in rest)]

    def into_macro(self, lines: list[str], work: str) -> None:
        if self.use("included", 50):
            self.included["work.h"] = f"#define WORK {work}\n"
            lines.insert(0, '#include "work.h"')
        else:
            lines.append(f"#define WORK {work}")

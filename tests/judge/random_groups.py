"""Random systems of several groups of processes, whose channels lead from one group to another, as programs with loops.

Some statements look across in a way that cannot be kept: then their processes must be put together.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.judge.programs import LOOPS, judge_program
from tests.loading import load_automata
from tests.support import load_text

from penstock.codegen.loops import Loops
from penstock.codegen.plan import ProgramSettings, make_plan

KINDS = ("wait", "wait", "turn", "turn", "turn", "own", "own", "own", "if", "if", "first", "else", "across")
RUNS = (("first", 1), ("first", 2), ("random", 3), ("fair", 4))


@dataclass(slots=True)
class Group:
    """One of the groups that are meant to be apart; channels by name, with where they lead."""

    number: int
    comes: list[str]
    goes: list[str]

    def statement(self, random: Random) -> str:
        n, kind = self.number, random.choice(KINDS)
        if kind == "wait" and (self.comes or self.goes):
            return self.across(random)
        if kind == "if" and (self.comes or self.goes):
            options = [self.across(random), random.choice([self.across(random), self.own(random)])]
            return f"if :: {' :: '.join(options)} fi"
        if kind == "turn" and (self.comes or self.goes):
            return f"if :: {' :: '.join(self.all_ways(random))} fi"
        if kind == "first":
            return f"atomic {{ {self.across(random)}; {self.calm(random)}; {self.calm(random)} }}"
        if kind == "else":
            return f"if :: g{n} > {random.randrange(4)} -> {self.calm(random)} :: else -> x = x + 1 fi"
        if kind == "across" and random.random() < 0.1:
            return self.looking_across(random)
        return self.own(random)

    def across(self, random: Random) -> str:
        """A message to another group, or from one."""
        if self.comes and (not self.goes or random.random() < 0.5):
            return f"{random.choice(self.comes)}?{random.choice(['x', 'x', 'x', 'g' + str(self.number), '_'])}"
        if self.goes:
            return f"{random.choice(self.goes)}!{random.choice(['x', 'g' + str(self.number), '7'])}"
        return self.calm(random)

    def all_ways(self, random: Random) -> list[str]:
        """So that much moves: whatever can go or come."""
        found = [f"{name}?x" for name in self.comes] + [f"{name}!x" for name in self.goes]
        random.shuffle(found)
        return found

    def calm(self, random: Random) -> str:
        n = self.number
        return random.choice([f"g{n}++", f"g{n} = x", "x = x + 2", f"x = g{n} % 5", 'printf("%d;", x)'])

    def own(self, random: Random) -> str:
        n = self.number
        return random.choice(
            [
                self.calm(random),
                f"if :: own{n}!x :: own{n}?x fi",
                f"if :: own{n}?x :: own{n}!x fi",
                f"if :: meet{n}!x :: meet{n}?x :: g{n}++ fi",
                f"atomic {{ g{n}++; if :: own{n}!x :: own{n}?x fi; x = g{n} }}",
                f"if :: atomic {{ meet{n}?x; g{n} = x; x++ }} :: atomic {{ meet{n}!x; x = 1 }} :: g{n}++ fi",
                f"d_step {{ x = g{n}; g{n} = x + 1; x = 0 }}",
                f"if :: len(own{n}) > 0 -> x = 1 :: else fi",
                f"if :: own{n}?[x] -> own{n}?x :: own{n}!3 fi",
                f"{{ own{n}?x }} unless {{ g{n} > 2 -> g{n} = 0 }}" if random.random() < 0.2 else self.calm(random),
            ]
        )

    def looking_across(self, random: Random) -> str:
        """What cannot be kept where the channel leads to another loop."""
        if not self.comes and not self.goes:
            return self.calm(random)
        name = random.choice(self.comes + self.goes)
        way = f"{name}?x" if name in self.comes else f"{name}!x"
        return random.choice(
            [
                f"if :: {way} :: else -> x = 9 fi",
                f"atomic {{ x = 1; {way}; x = 2 }}",
                f"x = len({name})",
                f"{{ {way} }} unless {{ g{self.number} > 3 }}",
                f"{{ x = 3; x = 4 }} unless {{ {way} }}",
                f"if :: nempty({name}) -> x = 3 :: empty({name}) -> x = 2 fi",
                f"d_step {{ if :: {way} :: g{self.number} > 1 -> x = 1 fi }}",
            ]
        )


def random_groups(seed: int) -> str:
    """A model."""
    random = Random(seed)
    count = random.randint(2, 4)
    groups = [Group(number, [], []) for number in range(count)]
    lines = []
    for number in range(random.randint(count - 1, 2 * count)):
        source, target = random.sample(groups, 2) if number >= count - 1 else groups[number : number + 2]
        source.goes.append(f"c{number}")
        target.comes.append(f"c{number}")
        lines.append(f"chan c{number} = [{random.randint(1, 3)}] of {{ byte }};")
    for group in groups:
        n = group.number
        lines.append(f"chan own{n} = [{random.randint(1, 2)}] of {{ byte }};")
        lines.append(f"chan meet{n} = [0] of {{ byte }}; byte g{n};")
    started = []
    for group in groups:
        for member in range(random.randint(1, 2)):
            body = "; ".join(group.statement(random) for _ in range(random.randint(2, 5)))
            name = f"P{group.number}{member}"
            is_run = random.random() < 0.25
            started += [name] * is_run
            times = random.choice([1, 2, 5, 50])
            end = random.choice(["", "end: ", "end: "])
            parameter = "byte x" if is_run else ""
            local = "byte r" if is_run else "byte x, r"
            if is_run and random.random() < 0.2:
                local, body = f"byte r, y = g{group.number}", f"x = y; {body}"
            loop = f"{end}do :: r < {times} -> r++; {body} :: r >= {times} -> break od"
            active = "" if is_run else "active "
            lines.append(f"{active}proctype {name}({parameter}) {{ {local}; {loop}; assert(x < 200) }}")
    if started:
        runs = "; ".join(f"run {name}({random.choice([str(random.randrange(9)), '_pid'])})" for name in started)
        starter = random.choice(["init", "init", "active [2] proctype Starter()"])
        lines.append(f"{starter} {{ {random.choice([runs, f'atomic {{ {runs} }}'])} }}")
    return "\n".join(lines) + "\n"


def loops_of(text: str, cores: int) -> Loops:
    model = load_text(text)
    assert model.ok, [record.message for record in model.diagnostics.records]
    return Loops(make_plan(model, load_automata(model), ProgramSettings()), cores)


def judged(seed: int, place: Path, seen: Counter[str], make: tuple[str, ...], asks: bool) -> tuple[str, str]:
    """A random model, and what is wrong with its program."""
    text = random_groups(seed)
    asked: list[bool | None] = []
    problem = judge_program(text, place, RUNS, make, "cores", asked if asks else None, seen)
    found = loops_of(text, LOOPS)
    seen[f"{len(found.loops)} loops"] += 1
    seen["crossings"] += len(found.placement.crossings)
    seen["SPIN agrees"] += asked.count(True)
    return text, problem

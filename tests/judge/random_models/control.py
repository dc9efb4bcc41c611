"""Small random models whose point is control: jumps anywhere, atomic sequences with rendezvous, escapes, `provided`.

One process jumps about; the others talk to it and look into it.  Not every model is valid (a jump into a `d_step`,
jumps that only lead to each other), so SPIN's refusals are compared as well.
"""

from __future__ import annotations

from random import Random

from tests.judge.random_models.vocabulary import happens, weighted

Lines = list[str]
LABELS = ("first", "second", "third")
DEEPEST = 3
DECLARATIONS = """mtype = { red, green };
typedef Pair { byte one; byte two };
chan c = [0] of { byte };
chan q = [1] of { byte };
byte x, y;
inline turn(place, unused) { byte old; again: old++; if :: old < 2 -> place = old; goto again :: else fi }
inline keep(unused, place) { Pair pair; stay: place = 1 - place % 2; pair.one = place }
inline leave(to) { x = 0; goto to }
"""


def control_model(seed: int) -> str:
    """The model that belongs to `seed`."""
    random = Random(seed)
    own = random.choice(("", " provided (x < 2)", "", ""))
    body = ["byte own;", *_Jumper(random, Random(f"else {seed}")).body()]
    jumper = [f"active proctype P(){own} {{", *("  " + line for line in body), "}"]
    return DECLARATIONS + "\n".join([*jumper, *_others(random)]) + "\n"


class _Jumper:
    """Writes the process that jumps."""

    def __init__(self, random: Random, nesting: Random) -> None:
        self.random = random
        self.nesting = nesting
        self.names = 0
        self.atomic = False

    def body(self) -> Lines:
        lines: Lines = []
        for label in LABELS:
            lines += [f"{label}:", *self.statement(0)]
            lines += self.statements(0, 1)
        return lines

    def statements(self, depth: int, most: int) -> Lines:
        return [line for _ in range(self.random.randint(1, most)) for line in self.statement(depth)]

    def statement(self, depth: int) -> Lines:
        """One statement with its separator."""
        simple = [
            (self._assignment, 24),
            (self._message, 22),
            (self._jump, 16),
            (self._condition, 8),
            (self._declaration, 4),
            (self._call, 6),
            (self._labelled, 5),
        ]
        nested = [
            (self._atomic, 22),
            (self._choice, 16),
            (self._loop, 10),
            (self._unless, 12),
            (self._block, 8),
            (self._d_step, 4),
        ]
        return weighted(self.random, simple + (nested if depth < DEEPEST else []))(depth)

    def _assignment(self, depth: int) -> Lines:
        return [self.random.choice(("x = (x + 1) % 3;", "y = 1 - y % 2;", "own = 1 - own % 2;", "x = 0;"))]

    def _message(self, depth: int) -> Lines:
        return [self.random.choice(("c!1;", "c!2;", "c!x;", "c?x;", "q!1;", "q?y;"))]

    def _condition(self, depth: int) -> Lines:
        return [self.random.choice(("x < 2;", "y == 1;", "skip;", "own == 0;", "empty(q);", "_pid == 0;"))]

    def _jump(self, depth: int) -> Lines:
        return [f"goto {self.random.choice(LABELS)};"]

    def _declaration(self, depth: int) -> Lines:
        self.names += 1
        return [f"{self.random.choice(('byte', 'Pair', 'chan', 'mtype'))} late{self.names};"]

    def _call(self, depth: int) -> Lines:
        unused = self.random.choice(("0", "x", "red", "q?[1]", "len(q)", "own", *LABELS[:1]))
        return [self.random.choice((f"turn(x, {unused});", f"keep({unused}, y);", f"leave({LABELS[0]});"))]

    def _labelled(self, depth: int) -> Lines:
        self.names += 1
        kind = self.random.choice(("end", "progress", "accept", "plain"))
        return [f"{kind}{self.names}:", *self.statement(DEEPEST)]

    def _block(self, depth: int) -> Lines:
        return ["{", *self.statements(depth + 1, 2), "};"]

    def _atomic(self, depth: int) -> Lines:
        return ["atomic {", *self.statements(depth + 1, 3), "};"]

    def _d_step(self, depth: int) -> Lines:
        return ["d_step {", *self._assignment(depth), *self._assignment(depth), "};"]

    def _choice(self, depth: int) -> Lines:
        options = [line for _ in range(self.random.randint(1, 2)) for line in self._option(depth)]
        otherwise = [":: else"] if happens(self.random, 30) else []
        return ["if", *(otherwise + options if happens(self.nesting, 30) else options + otherwise), "fi;"]

    def _loop(self, depth: int) -> Lines:
        leaving = self.random.choice(([":: break;"], [":: x == 2 -> break;"], [":: y = 1; { break };"]))
        return ["do", *self._option(depth), *leaving, "od;"]

    def _option(self, depth: int) -> Lines:
        return ["::", *self._nested_else(), *self.statements(depth + 1, 2)]

    def _nested_else(self) -> Lines:
        """An `else` that begins an option by way of a block or other selections: it waits for what is before it."""
        if not happens(self.nesting, 12):
            return []
        choose = self.nesting.choice
        around = choose(("", "", "", "atomic {", "d_step {"))
        others = ("y == 1", "x == 2", "q?y", "c?y", *(("c!1",) if around != "d_step {" else ()))
        options = [":: else -> x = (x + 1) % 3;", f":: {choose(others)};"]
        # The verifier overlooks blocks in the first selection of a d_step.
        blocks = [["{", "else;", "};"]] if around != "d_step {" else []
        lines = choose((["if", *options, "fi;"], ["if", *options[:1], "fi;"], *blocks))
        for _ in range(choose((0, 0, 1))):
            first, last = choose(([], [":: y == 0 && x == 1;"])), choose(([], [":: x == 0;"]))
            lines = ["if", *first, "::", *lines, *last, "fi;"]
        return [around, *lines, "};"] if around else lines

    def _unless(self, depth: int) -> Lines:
        # Escapes that begin with a jump are known to differ where they are nested.
        escape = self.random.choice(("x == 2;", "c?y;", "y == 1;", "q?[1];"))
        rest = self.statement(DEEPEST) if happens(self.random, 60) else []
        # SPIN's verifier is stuck at a jump out of `atomic` that begins the main part.
        main = self.statements(depth + 1, 2)
        first = ["skip;"] if main[0].startswith("goto") else []
        lines = [escape, *rest]
        # Nor is an escape that has escapes of its own compared where the order matters.
        if happens(self.nesting, 10) and not any("unless" in line for line in main):
            lines = ["if", "::", *lines, ":: else -> x = 1;", "fi;"]
        return ["{", *first, *main, "} unless {", *lines, "};"]


def _others(random: Random) -> Lines:
    """A partner for messages, and one that looks into the process that jumps."""
    looks = ("P:own == 1", "P[0]:own == 0", "P@second", "P[0]@third", "P:_pid == 0", "P[1]:_pid == 1", "y == 1")
    lines = ["active proctype Partner() {", "  byte got;", "  do"]
    lines += random.sample(["  :: c?got", "  :: c?got -> x = got % 3", "  :: c!1", "  :: atomic { c?got; y = 0 }"], 2)
    lines += ["  :: q?got", f"  :: {random.choice(looks)} -> break", "  od", "}"]
    if happens(random, 40):
        passed = random.choice(("red", "1", "red + 0"))
        lines += ["proctype Late(mtype m) {", f"  if :: {random.choice(looks)} -> x = m :: m == green fi", "}"]
        lines += [f"init {{ run Late({passed}) }}"]
    return lines

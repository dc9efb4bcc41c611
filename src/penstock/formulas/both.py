"""What two automata accept together: one that goes along with both, and waits for each of them in turn.

A translator could be given `f && g` instead, but then it works hard; what it makes of `f` and of `g` is small.
"""

from __future__ import annotations

from penstock.formulas.lassos import Step, Steps, members

State = tuple[int, int, bool]
"""A state of each automaton, and whether the first has passed an accepting state since the second did."""


def both(
    letters: list[tuple[Step, Step]], first_accepting: frozenset[int], second_accepting: frozenset[int]
) -> tuple[Steps, frozenset[int]]:
    """For each letter, what it does in the two automata, to what it does in the one that goes along with both."""
    numbers: dict[State, int] = {(0, 0, False): 0}
    todo: list[State] = [(0, 0, False)]
    moves: list[list[int]] = []
    while todo:
        state = todo.pop(0)
        one, other, seen = state
        after = (other not in second_accepting) if seen else one in first_accepting
        row = []
        for first, second in letters:
            targets = [(a, b, after) for a in members(first[one]) for b in members(second[other])]
            for target in targets:
                if target not in numbers:
                    numbers[target] = len(numbers)
                    todo.append(target)
            row.append(sum({1 << numbers[target] for target in targets}))
        moves.append(row)
    accepting = frozenset(number for (one, _, seen), number in numbers.items() if not seen and one in first_accepting)
    return tuple(tuple(row[letter] for row in moves) for letter in range(len(letters))), accepting

"""Texts that are broken at random: reading never fails, and repairs lead to texts that can be read."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from tests.mistakes import applied, findings_in, mistakes

TOKEN = re.compile(r"\w+|\s+|[^\w\s]+")
PUT_IN = ("od", "fi", "{", "}", "(", ")", ";", ":", "::", "->", "=", "!", "mod", "[", "]", "strange", "7", "if")
SYNTAX = "E201"


def broken(count: int, seed: int) -> Iterator[str]:
    """Models with one word left out, put in, replaced by another, or swapped with the next."""
    choose = random.Random(seed)
    texts = [mistake.right for mistake in mistakes() if mistake.right]
    for _ in range(count):
        words = TOKEN.findall(choose.choice(texts))
        at = choose.randrange(len(words) - 2)
        match choose.randrange(4):
            case 0:
                words[at] = ""
            case 1:
                words[at] = choose.choice(PUT_IN)
            case 2:
                words.insert(at, f" {choose.choice(PUT_IN)} ")
            case _:
                words[at], words[at + 2] = words[at + 2], words[at]
        yield "".join(words)


def test_most_repairs_lead_to_a_text_that_can_be_read() -> None:
    unreadable = offered = readable = 0
    for text in broken(300, 1):
        found = [finding for finding in findings_in(text) if finding.code == SYNTAX]
        if not found:
            continue
        unreadable += 1
        if found[0].fixes:
            offered += 1
            after = findings_in(applied(text, found[0].fixes[0]))
            readable += not any(finding.code == SYNTAX for finding in after)
    assert unreadable > 150
    assert offered > unreadable * 0.5
    assert readable > offered * 0.8


def test_two_changes_are_tried_where_one_is_not_enough() -> None:
    text = "byte n;\nactive proctype P() { atomic do :: n < 3 -> n++ :: else -> break od }\n"
    [finding] = findings_in(text)
    assert "atomic {do" in applied(text, finding.fixes[0]) and not findings_in(applied(text, finding.fixes[0]))


def test_a_repair_is_told_where_nothing_else_is() -> None:
    [finding] = findings_in("byte a = 7;\nactive proctype P() { a = a mod 3 }\n")
    assert finding.hint == "change `mod` to `%`"
    [finding] = findings_in("bool a;\nbyte t;\nactive proctype P() { !a and t = _pid -> a = true }\n")
    assert finding.hint and "`&&`" in finding.hint and "`==`" in finding.hint


def test_what_follows_from_the_first_error_is_not_told() -> None:
    text = "struct Pair { byte one; byte other };\nPair p;\nactive proctype P() { p.one = 1; q = 2 }\n"
    assert [finding.code for finding in findings_in(text)] == [SYNTAX, "E301"], "`q` is not declared, repaired or not"

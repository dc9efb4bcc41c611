"""Bounds for any number of processes in words.

wishes: at most 2 n + 1 with n processes User
permits: at most 3, however many processes Client there are
"""

from __future__ import annotations

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.abstraction.places import Standing
from penstock.bounds.proofs.families import Family


def family_text(names: NetNames, family: Family) -> str:
    place = names.net.places[family.place]
    assert isinstance(place, Standing)
    channel, owner = names.queue(family.queue), names.owner(place.owner)
    if not family.slope:
        return f"{channel}: at most {family.bound(0)}, however many processes {owner} there are"
    return f"{channel}: at most {_formula(family)} with n processes {owner}"


def _formula(family: Family) -> str:
    each = "n" if family.slope == 1 else f"{family.slope} n"
    whole = f"{each} + {family.constant}" if family.constant else each
    if family.unit == 1:
        return whole
    return f"{f'({whole})' if family.constant else whole} / {family.unit}, rounded down,"

"""How large a search is made, and how it grows when its verifier says that something was too small."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import exp

from penstock.spin.report import Report

FIRST_DEPTH = 1_000_000
"""Steps: deep enough for nearly all models, and no more than 60 MB."""
LARGEST_DEPTH = 2_000_000_000
_FIRST_BITS = 22
"""A table that is cleared in a moment; it grows by itself long before searches become slower."""
_SMALL_DEPTH = 100_000
_SMALL_BITS = 20
"""A stack and a table that need no time to be cleared: 80 ms less for each search."""
_BYTES_PER_STEP = 72
_LARGEST_VECTOR = 1 << 24
_MOST_FAIR = 66
"""Bytes of counters that suffice for fairness among 255 processes."""
_GOOD_HASH_FACTOR = 100.0
_BITS_PER_STATE = 3
"""What a verifier sets by itself."""
VECTOR_TOO_SMALL = "VECTORSZ is too small, edit pan.h"
REDUCTION_INVALID = "error, partial order reduction invalid"


@dataclass(slots=True)
class HashTable:
    """What a search keeps its states in: 2^bits slots, or as many bits of which each state sets some."""

    bits: int
    bitstate: bool

    def filled(self, states: float) -> float:
        """The part that is in use; more than 1 means that states share slots."""
        if self.bitstate:
            return 1 - exp(-_BITS_PER_STATE * states / (1 << self.bits))
        return states / (1 << self.bits)


@dataclass(frozen=True, slots=True)
class Growth:
    """The sizes of a search; `notes` tell why they are not the first ones."""

    depth: int
    hash_bits: int
    bitstate: bool = False
    vector: int | None = None
    fairness: int | None = None
    collapse: bool = False
    unreduced: bool = False
    notes: tuple[str, ...] = ()

    @property
    def flags(self) -> tuple[str, ...]:
        flags = ["-DBITSTATE"] if self.bitstate else []
        flags += ["-DCOLLAPSE"] if self.collapse else []
        flags += [f"-DVECTORSZ={self.vector}"] if self.vector else []
        flags += [f"-DNFAIR={self.fairness}"] if self.fairness else []
        # Without reduction nothing rests on what xr and xs promise.
        flags += ["-DNOREDUCE", "-DXUSAFE"] if self.unreduced else []
        return tuple(flags)

    @property
    def switches(self) -> tuple[str, ...]:
        return (f"-m{self.depth}", f"-w{self.hash_bits}")


def first_growth(memory_mb: int, bitstate: bool, depth: int | None) -> Growth:
    """Sizes to begin with: a part of the memory for the stack, a part for the hash table, which grows by itself."""
    deepest = max(1000, (memory_mb << 20) // 4 // _BYTES_PER_STEP)
    return Growth(depth or min(FIRST_DEPTH, deepest), _hash_bits(memory_mb, bitstate), bitstate)


def small(now: Growth) -> Growth:
    """Sizes for a search that is over in a moment.  The table grows by itself, except for that of bits."""
    bits = now.hash_bits if now.bitstate else min(now.hash_bits, _SMALL_BITS)
    return replace(now, depth=min(now.depth, _SMALL_DEPTH), hash_bits=bits)


def _hash_bits(memory_mb: int, bitstate: bool) -> int:
    if bitstate:
        # One bit for each slot, in up to a quarter of the memory; 2^31 bits are 256 MB.
        return max(16, min(31, ((memory_mb << 20) // 4).bit_length() - 1 + 3))
    return max(12, min(_FIRST_BITS, ((memory_mb << 20) // 8 // 8).bit_length() - 1))


def exact(now: Growth) -> Growth:
    """The same sizes, where states are kept as they are."""
    return replace(now, bitstate=False, collapse=False)


def must_grow(report: Report) -> bool:
    """Whether the verifier could not even work with its sizes."""
    too_small = any(complaint.message == VECTOR_TOO_SMALL for complaint in report.complaints)
    return too_small or report.vector_needed is not None or report.fairness_needed is not None


def grown(now: Growth, report: Report, memory_mb: int) -> Growth | None:
    """The next sizes to try; None if the search needs no more, or there is no more."""
    if report.vector_needed is not None:
        return _with_vector(now, report.vector_needed)
    if any(complaint.message == VECTOR_TOO_SMALL for complaint in report.complaints):
        return _with_vector(now, now.vector or 1024)
    if report.fairness_needed is not None:
        return _with_fairness(now)
    if report.complaints:
        return None
    if report.out_of_memory:
        return _with_compression(now)
    if report.truncated:
        return _with_depth(now, memory_mb)
    return _with_bits(now, report, memory_mb)


def without_reduction(now: Growth, report: Report) -> Growth | None:
    """For a claim that looks at a channel which a process has for itself: that breaks the reduction only."""
    if now.unreduced or all(complaint.message != REDUCTION_INVALID for complaint in report.complaints):
        return None
    note = "a channel claimed with xr or xs is used elsewhere: searched again without partial order reduction"
    return replace(now, notes=(*now.notes, note), unreduced=True)


def can_go_deeper(now: Growth, memory_mb: int) -> bool:
    return _with_depth(now, memory_mb) is not None


def _with_vector(now: Growth, needed: int) -> Growth | None:
    size = max(2 * needed, 2 * (now.vector or 1024))
    if size > _LARGEST_VECTOR:
        return None
    return replace(now, notes=(*now.notes, f"states take more than {needed} bytes: allowed for {size}"), vector=size)


def _with_fairness(now: Growth) -> Growth | None:
    size = min(2 * (now.fairness or 2), _MOST_FAIR)
    if size == now.fairness:
        return None
    return replace(now, notes=(*now.notes, f"fairness among many processes: allowed for {4 * size - 2}"), fairness=size)


def _with_compression(now: Growth) -> Growth | None:
    if now.collapse or now.bitstate:
        return None
    return replace(now, notes=(*now.notes, "out of memory: searched again with compressed states"), collapse=True)


def _with_depth(now: Growth, memory_mb: int) -> Growth | None:
    deepest = min(LARGEST_DEPTH, (memory_mb << 20) // 2 // _BYTES_PER_STEP)
    # The stack is filled with zeros before the search begins: giant steps are no longer cheap.
    depth = min((10 if now.depth < 5_000_000 else 4) * now.depth, deepest)
    if depth <= now.depth:
        return None
    return replace(
        now, notes=(*now.notes, f"a depth of {now.depth} steps was too small: searched again with {depth}"), depth=depth
    )


def _with_bits(now: Growth, report: Report, memory_mb: int) -> Growth | None:
    """A bit field that is too full hides states."""
    factor = report.hash_factor
    if not now.bitstate or factor is None or factor >= _GOOD_HASH_FACTOR or not report.completed:
        return None
    most = ((memory_mb << 20) // 2).bit_length() - 1 + 3
    bits = min(now.hash_bits + 4, most)
    if bits <= now.hash_bits:
        return None
    return replace(
        now, notes=(*now.notes, f"the bit field was too small: searched again with 2^{bits} bits"), hash_bits=bits
    )

"""The page as a whole: its head, its parts in order, and how to check it again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.story import Effort
from penstock.bounds.telling.showing import ShownRun
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, BoundResult
from penstock.diagnostics.record import counted
from penstock.draw.page.channels import channel_tables
from penstock.draw.page.cycles import named_lines, other_processes, shown_growths
from penstock.draw.page.drawings import Drawings
from penstock.draw.page.listing import Listing
from penstock.draw.page.proofs import shown_proofs
from penstock.draw.page.runs import listed_run, story_of
from penstock.draw.page.templating import filled, policy, script

_COUNTS = {
    "processes": "kinds of processes",
    "locations": "places of processes",
    "transitions": "steps",
    "message_types": "kinds of messages",
    "channels": "channels",
    "cycles": "cycles in counterexamples",
    "vectors": "different effects of steps",
}
_STAGES = {
    "analysis": "finding which values are where",
    "net": "building the abstraction",
    "assembling": "stating the linear program",
    "test": "one proof for all channels",
    "bounds": "a bound for each channel",
    "counterexamples": "counterexamples",
}


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the page says besides the result: counts and seconds by name, and the commands to do it again."""

    version: str
    counts: Mapping[str, int]
    seconds: Mapping[str, float]
    commands: Sequence[str]
    assumed: Sequence[str] = ()
    missing: Sequence[str] = ()
    advised: Sequence[str] = ()
    """Of what is not decided: what stands between it and an answer, and what to try next."""


@dataclass(frozen=True, slots=True)
class Statistics:
    counts: Sequence[tuple[str, int]]
    seconds: Sequence[tuple[str, str]]


def report_page(result: BoundResult, facts: PageFacts, runs: Sequence[ShownRun] = ()) -> str:
    """Write the page; it has no surrogates, whatever the model contains."""
    names, drawings = NetNames(result.net), Drawings(result.model)
    listing = Listing(result.model, named_lines(result))
    # Each part has a template of its name; without anything to say it is left out.
    sections = [
        ("channels", "channels", channel_tables(result)),
        ("runs", "runs", [listed_run(run) for run in runs]),
        ("counterexamples", "counterexamples", shown_growths(result, names, listing, drawings)),
        ("undecided", "no answer", facts.missing or facts.advised),
        ("proof", "proof", shown_proofs(result, names, listing)),
        ("story", "how it was decided", story_of(result)),
        ("processes", "processes", other_processes(result, drawings)),
        ("model", "the model", listing.listed()),
        ("statistics", "statistics", _statistics(facts)),
        ("recheck", "check it again", facts.commands),
    ]
    return filled(
        "page.html",
        file=listing.main,
        verdict=result.verdict,
        meaning=meaning(result),
        facts=facts,
        sections=[part for part in sections if part[2]],
        policy=policy(),
        script=script(),
    )


def meaning(result: BoundResult) -> list[str]:
    """The verdict in sentences."""
    if not result.channels:
        return ["There are no buffered channels: nothing can fill up."]
    if result.verdict == BOUNDED:
        return [
            "No channel ever holds more messages than its bound, in any run of the model, even "
            "if channels had no limit. This is proved."
        ]
    open_ = sum(channel.verdict == UNKNOWN for channel in result.channels)
    others = " The bounds of the others are proved." if open_ < len(result.channels) else ""
    if result.verdict == UNBOUNDED:
        endless = sum(channel.verdict == UNBOUNDED for channel in result.channels)
        also = f" No bound was found for {open_} more." if open_ else ""
        return [
            f"{counted(endless, 'channel')} of {len(result.channels)} can be filled without end if channels have no "
            f"limit: the runs below do so.{also}"
        ]
    return [
        f"For {open_} of {counted(len(result.channels), 'channel')} no bound was found.{others}",
        "UNKNOWN does not mean that a channel overflows: the test examines a simpler model in which more can "
        "happen, and could not rule out the steps below.",
    ]


def _statistics(facts: PageFacts) -> Statistics:
    counts = [(_COUNTS.get(name, name), count) for name, count in facts.counts.items()]
    parts = set(Effort)
    seconds = [
        (f"of that, {name}" if name in parts else _STAGES.get(name, name), value)
        for name, value in facts.seconds.items()
    ]
    seconds.append(("in all", sum(value for name, value in facts.seconds.items() if name not in parts)))
    return Statistics(counts, [(name, f"{value:.3f}") for name, value in seconds])

"""The page as a whole: its head, its parts in order, and how to check it again."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from penstock.bounds.abstraction.names import NetNames
from penstock.bounds.telling.showing import ShownRun
from penstock.bounds.verdict import BOUNDED, UNBOUNDED, UNKNOWN, Result
from penstock.diagnostics.record import counted
from penstock.draw.page.channels import channel_section
from penstock.draw.page.cycles import cycle_section, named_lines, other_processes
from penstock.draw.page.drawings import Drawings
from penstock.draw.page.elements import Html, code, element, items, join, paragraph, section, table
from penstock.draw.page.listing import Listing
from penstock.draw.page.proofs import proof_section
from penstock.draw.page.runs import run_section, story_section
from penstock.draw.page.style import SCRIPT, STYLE

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
class Facts:
    """What the page says besides the result: counts and seconds by name, and the commands to do it again."""

    version: str
    counts: Mapping[str, int]
    seconds: Mapping[str, float]
    commands: Sequence[str]
    process_limit: int | None = None
    """How many processes there are at a time at most, if that is taken for granted."""


def report_page(result: Result, facts: Facts, runs: Sequence[ShownRun] = ()) -> str:
    """Write the page; it has no surrogates, whatever the model contains."""
    names, drawings = NetNames(result.net), Drawings(result.model)
    listing = Listing(result.model, named_lines(result))
    sections = {
        "channels": ("channels", channel_section(result)),
        "runs": ("runs", run_section(runs)),
        "counterexamples": ("counterexamples", cycle_section(result, names, listing, drawings)),
        "proof": ("proof", proof_section(result, names, listing)),
        "story": ("how it was decided", story_section(result)),
        "processes": ("processes", other_processes(result, drawings)),
        "model": ("the model", section("The model", listing.show(), name="model")),
        "statistics": ("statistics", _statistics(facts)),
        "recheck": ("check it again", _recheck(facts)),
    }
    present = {name: part for name, part in sections.items() if part[1]}
    links = [element("a", title, href=f"#{name}") for name, (title, _) in present.items()]
    header = element("header", *_opening(result, facts), element("nav", items(links), aria_label="contents"))
    body = element("body", header, element("main", *(part for _, part in present.values())), _footer(facts))
    return f"<!DOCTYPE html>\n{element('html', _head(result), body, lang='en')}\n"


def _head(result: Result) -> Html:
    file = result.model.sources.files[0].name
    return element(
        "head",
        element("meta", charset="utf-8"),
        Html(f'<meta http-equiv="Content-Security-Policy" content="{_policy()}">'),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{file}: {result.verdict}"),
        element("style", Html(STYLE)),
        element("script", Html(SCRIPT)),
    )


def _policy() -> str:
    """Nothing may be loaded, and no script may run but our own: the page shows texts of unknown origin."""
    own = b64encode(sha256(SCRIPT.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}'"


def _opening(result: Result, facts: Facts) -> list[Html]:
    file = result.model.sources.files[0].name
    sign = {BOUNDED: "✓ ", UNBOUNDED: "∞ "}.get(result.verdict, "? ")
    look = "verdict bounded" if result.verdict == BOUNDED else "verdict unknown"
    badge = element("span", sign, result.verdict, class_=look)
    return [element("h1", code(file), " ", badge), *map(paragraph, meaning(result)), *_assumption(facts)]


def _assumption(facts: Facts) -> list[Html]:
    if facts.process_limit is None:
        return []
    return [paragraph(f"This assumes at most {facts.process_limit} processes at a time.")]


def meaning(result: Result) -> list[str]:
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


def _statistics(facts: Facts) -> Html:
    counts = [[_COUNTS.get(name, name), str(count)] for name, count in facts.counts.items()]
    total = sum(facts.seconds.values())
    seconds = [[_STAGES.get(name, name), f"{value:.3f}"] for name, value in facts.seconds.items()]
    tables = [
        table("the abstraction", ["what", "how many"], counts, (1,)),
        table("time taken", ["part", "seconds"], [*seconds, ["in all", f"{total:.3f}"]], (1,)),
    ]
    return section("Statistics", element("div", *tables, class_="beside"), name="statistics")


def _recheck(facts: Facts) -> Html:
    said = "The proofs can be written to a file and checked without the search that found them:"
    return section(
        "Check it again", paragraph(said), element("pre", join(map(code, facts.commands), "\n")), name="recheck"
    )


def _footer(facts: Facts) -> Html:
    printing = element("span", " Folded parts stay folded on paper: open them before printing.", class_="screen")
    return element("footer", element("p", f"Written by penstock {facts.version}.", printing, class_="pale"))

"""`after(3) server <- check()`: a message that comes when so many ticks have passed.

Until then it is in a slot: a timer, and what is sent.  A process brings it when its time has come and there is room.

after(3) to <- data(n)    ->    d_step {
                                    assert(to != nobody);
                                    slot = 0;
                                    do :: slot < 8 && active(due[slot]) -> slot++ :: else -> break od;
                                    assert(slot < 8);
                                    later_to[slot] = to; later[slot] = data; later1[slot] = n;
                                    set(due[slot], 3); slot = 0
                                }
and, for each slot:             atomic { expire(due[0]) && nfull(later_to[0]) -> later_to[0]!later[0], later1[0] }
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from penstock.dialects.actors.crashes import Crashes, write_calm
from penstock.dialects.actors.inference import Inference, tells
from penstock.dialects.actors.nodes import Tell
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.plan import TIMER_WORDS, Fields, TranslationPlan, message_form
from penstock.dialects.actors.rewriting import Rewritten
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import Body, System
from penstock.resolve.constants import constant_value
from penstock.syntax.cursor import TIMER
from penstock.syntax.nodes import DStep, Node, RemoteLabel, RemoteVariable
from penstock.syntax.walk import walk
from penstock.syntax.wording import OVERFLOW

NO_ACTOR = "the actor that this message is for does not exist"
MOST_TICKS = 32767
_FREE = "a place in which no message has waited"
"""Some of them are never used, which says nothing about a model."""


def delayed(system: System) -> Iterator[tuple[Body, Tell]]:
    return ((body, tell) for body, tell in tells(system) if tell.delay is not None)


def check_delays(system: System, _: Inference) -> None:
    timed = [tell for _, tell in delayed(system)]
    for body, tell in delayed(system):
        assert tell.delay is not None
        ticks = constant_value(tell.delay)
        if ticks is not None and not 0 <= ticks <= MOST_TICKS:
            system.report("E824", f"a message comes after 0 to {MOST_TICKS} ticks", tell.delay)
        if body.owner in system.monitors.values():
            continue  # a monitor only looks on, which has been reported
        if system.is_actor(body, tell.delay):
            system.report("E824", "this is an actor, not a number of ticks", tell.delay)
    if timed:
        for location, declared in system.variables.items():
            if location[2] in TIMER_WORDS and location[0] != ".":
                text = f"`{location[2]}` is what timers are told by, and `after` makes use of them"
                notes = [("here", system.position(timed[0].first))]
                system.report("E824", text, declared.at, "give the variable another name", notes)


def inside_d_step(body: Body, step: Node) -> bool:
    return any(isinstance(one, DStep) and step in walk(one) for one in body.nodes)


@dataclass(frozen=True, slots=True)
class Slots:
    """Names of the arrays for the messages of one form; `fields` are by place."""

    form: Fields
    due: str
    to: str
    message: str
    fields: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Post:
    """All slots; `slot` is a counter, `process` who brings what is due."""

    process: str
    end: str
    slot: str
    slots: dict[Fields, Slots]
    count: int
    overflows: bool
    nobody: str
    at: int

    @property
    def names(self) -> set[str]:
        """What the user does not know."""
        found = {self.slot, self.end}
        for one in self.slots.values():
            found |= {one.due, one.to, one.message, *one.fields}
        return found


def make_post(plan: TranslationPlan, style: Style, nobody: str) -> Post | None:
    """What the messages that come later need; None if there are none."""
    found = list(delayed(plan.system))
    if not found:
        return None
    slots: dict[Fields, Slots] = {}
    for body, tell in found:
        form, _ = message_form(plan, body, tell)
        if form not in slots:
            names = tuple(plan.free(f"later{place}") for place in range(1, len(form) + 1))
            slots[form] = Slots(form, plan.free("due"), plan.free("later_to"), plan.free("later"), names)
    process, end, slot = map(plan.free, ("post", "end_post", "slot"))
    return Post(process, end, slot, slots, style.delayed, plan.overflows, nobody, found[0][1].first)


def numbered(system: System) -> Rewritten:
    """`x[1]` is the actor that is created first: the clock, and who brings messages, have numbers before it."""
    others = any(declared.type == TIMER for declared in system.variables.values())
    before = 2 if any(delayed(system)) else int(others)
    found: Rewritten = {}
    for unit in system.program.units if before else ():
        for node in walk(unit):
            if isinstance(node, RemoteVariable | RemoteLabel) and system.tokens.kinds[node.first + 1] == "[":
                found[node.first + 1] = (f"[{before} + (", node.first + 1)
                closing = _closing(system.tokens.kinds, node.first + 1)
                found[closing] = (")]", closing)
    return found


def _closing(kinds: Sequence[str], opened: int) -> int:
    depth = 0
    for at in range(opened, len(kinds)):
        depth += (kinds[at] == "[") - (kinds[at] == "]")
        if not depth:
            return at
    raise AssertionError("a bracket without its partner has been read")


def write_slots(page: TranslationPage, post: Post) -> None:
    page.line(f"byte {post.slot};", post.at)
    for one in post.slots.values():
        size = f"[{post.count}];"
        page.line(f"timer {one.due}{size}", post.at)
        page.line(f"chan {one.to}{size}", post.at)
        page.line(f"mtype {one.message}{size}", post.at)
        for kind, name in zip(one.form, one.fields, strict=True):
            page.line(f"{kind} {name}{size}", post.at)


@dataclass(frozen=True, slots=True)
class Parcel:
    """A message and when it comes: `target`, `ticks` and `fields` write what goes into its slot."""

    said: str
    at: int
    method: str
    target: Callable[[], None]
    ticks: Callable[[], None]
    fields: tuple[Callable[[], None], ...]
    known: bool
    """Whether the number of ticks is written as a number."""
    alone: bool
    """Whether it is a step by itself."""


def write_parcel(page: TranslationPage, post: Post, slots: Slots, parcel: Parcel) -> None:
    """Put a message into the first free slot of its form; the end of the last line is left open."""
    at, slot = parcel.at, post.slot

    def assign(name: str, value: Callable[[], None]) -> None:
        page.begin(at)
        page.own(f"{name}[{slot}] = ")
        value()
        page.end(";")

    page.line("d_step {" if parcel.alone else "{", at, parcel.said)
    with page.indented():
        page.begin(at, "is for somebody", NO_ACTOR)
        page.own("assert(")
        parcel.target()
        page.own(f" != {post.nobody})")
        page.end(";")
        if not parcel.known:
            page.begin(at, "comes later", "a message comes after 0 ticks or more")
            page.own("assert((")
            parcel.ticks()
            page.own(") >= 0)")
            page.end(";")
        page.line(f"{slot} = 0;", at)
        page.line(f"do :: {slot} < {post.count} && active({slots.due}[{slot}]) -> {slot}++ :: else -> break od;", at)
        page.line("if", at)
        page.line(f":: {slot} < {post.count} ->", at)
        with page.indented():
            assign(slots.to, parcel.target)
            assign(slots.message, lambda: page.own(parcel.method))
            for name, value in zip(slots.fields, parcel.fields, strict=True):
                assign(name, value)
            page.begin(at)
            page.own(f"set({slots.due}[{slot}], ")
            parcel.ticks()
            page.end(");")
            page.line(f"{slot} = 0", at)
        full = f"more than {post.count} messages wait for their time: `--delayed {2 * post.count}` has room for more"
        page.line(":: else ->", at)
        with page.indented():
            page.line("assert(false)", at, "finds no place", full)
        page.line("fi", at)
    page.begin(at)
    page.own("}")


def write_post(page: TranslationPage, post: Post, crashes: Crashes | None) -> None:
    """The process that brings what is due."""
    with page.block(f"active proctype {post.process}() {{", post.at):
        with page.indented(-1):
            page.line(f"{post.end}:", post.at)
        with page.options("do", post.at):
            for one in post.slots.values():
                for number in range(post.count):
                    _write_delivery(page, post, one, number, crashes)
            if crashes is not None:
                write_calm(page, crashes, post.at)


def _write_delivery(page: TranslationPage, post: Post, one: Slots, number: int, crashes: Crashes | None) -> None:
    at, place = post.at, f"[{number}]"
    fields = ", ".join(f"{name}{place}" for name in one.fields)
    room = "" if post.overflows else f" && nfull({one.to}{place})"
    with page.block(":: atomic {", at):
        page.line(f"expire({one.due}{place}){room} ->", at, "brings a message")
        if post.overflows:
            text = f"{OVERFLOW}no room for a message that comes later"
            page.line(f"assert(nfull({one.to}{place}));", at, "has room for it", text)
        sent = f"{one.message}{place}" + (f", {fields}" if fields else "")
        page.line(f"{one.to}{place}!{sent};", at, "hands it over", _FREE)
        page.line("d_step {", at, "is free for the next", _FREE)
        with page.indented():
            page.line(f"{one.to}{place} = {post.nobody};", at)
            for kind, name in zip(one.form, one.fields, strict=True):
                page.line(f"{name}{place} = {post.nobody if kind == 'chan' else 0};", at)
            if crashes is not None:
                page.line(f"{crashes.calm} = false;", at)
            page.line(f"{one.message}{place} = 0", at)
        page.line("}", at)

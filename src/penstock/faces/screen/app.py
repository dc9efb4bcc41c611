"""The screen itself: keys and prompts around a walk.

A key only moves the walk; what is shown follows once for all keys that came meanwhile.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.events import Resize
from textual.widgets import Static

from penstock.errors import PenstockError
from penstock.faces.screen.asking import KEEP, LEAVE, HelpScreen, LeaveScreen, Prompt
from penstock.faces.screen.panes import CHART, CHOICES, HISTORY, SOURCE, VALUES, Panes
from penstock.faces.screen.row_pane import RowPane
from penstock.faces.screen.rows import WRONG, joined, shortened
from penstock.faces.screen.walk import Errand, Walk
from penstock.faces.screen.words import (
    GO,
    HINTS,
    QUESTIONS,
    SAVE,
    SEARCH,
    SHORT_HINTS,
    UNTIL,
    WATCH,
    Asking,
    help_lines,
)
from penstock.stepping.timeline import Moment, Timeline

Save = Callable[[str, Timeline], str]
"""Writes the run to a file, in the form that its name asks for; what is to be said then."""
_BESIDE = {HISTORY: CHART, CHART: HISTORY}
"""Which panes share a place where there is not enough room for both."""
BETWEEN_LOOKS = 0.03
"""Seconds."""
BETWEEN_REPORTS = 0.25
NARROW, WIDE, WIDEST_HELP = 70, 130, 80
LAYOUTS = [(0, "-narrow"), (NARROW, "-two"), (WIDE, "-three")]


class StepperApp(App[None]):
    """`told` is said at the beginning."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS: list[tuple[int, str]] | None = LAYOUTS
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "take", show=False),
        Binding("right,l", "forward", show=False),
        Binding("left,backspace", "step_back", show=False),
        Binding("home", "begin", show=False),
        Binding("end", "end", show=False),
        *(Binding(str(number), f"number({number})", show=False) for number in range(1, 10)),
        Binding("r", "chance", show=False),
        Binding("R", "ask('chance')", show=False),
        Binding("u", "ask('until')", show=False),
        Binding("g", "ask('go')", show=False),
        Binding("w", "ask('watch')", show=False),
        Binding("S", "ask('save')", show=False),
        Binding("slash", "ask('search')", show=False),
        Binding("n", "again(1)", show=False),
        Binding("N", "again(-1)", show=False),
        Binding("s", f"pane('{SOURCE}')", show=False),
        Binding("v", f"pane('{VALUES}')", show=False),
        Binding("h", f"pane('{HISTORY}')", show=False),
        Binding("c", f"pane('{CHART}')", show=False),
        Binding("f", "file", show=False),
        Binding("z", "alone", show=False),
        Binding("tab", "next(1)", show=False, priority=True),
        Binding("shift+tab", "next(-1)", show=False, priority=True),
        Binding("question_mark,f1", "help", show=False),
        Binding("escape", "escape", show=False),
        Binding("q", "leave", show=False),
        Binding("ctrl+c,ctrl+q", "exit", show=False, priority=True),
    ]

    def __init__(self, walk: Walk, save: Save | None = None, told: str = "") -> None:
        super().__init__(ansi_color=True)
        self.walk = walk
        self.save = save
        self.panes = Panes(walk)
        self.message = told
        self.errand: Errand | None = None
        self.front, self.beside = SOURCE, HISTORY
        self.searching = self.panes.source
        self.saved: Moment | None = None
        self.known = walk.timeline.count
        """How many moments there were before anybody took a step."""
        self.leaving = False
        self._awaited = False
        self._shown = 0.0
        self._written: dict[str, Text] = {}

    # -- what is shown -----------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield Static(id="status")
        with Container(id="body"):
            yield from self.panes.all()
        yield Static(id="message")
        with Container(id="asking"):
            yield Static(id="asks")
            yield Prompt()
        yield Static(id="hints")

    def on_mount(self) -> None:
        self.panes.arrived()
        self.panes.choices.focus()
        self.arrange(self.size.width)

    def on_resize(self, event: Resize) -> None:
        self.arrange(event.size.width)

    def arrange(self, width: int) -> None:
        """Decide which panes there is room for; where it is only one, the steps stay below it."""
        body, panes = self.query_one("#body"), self.panes
        body.move_child(panes.choices, after=panes.chart if width < NARROW else panes.values)
        for pane in self.panes.all():
            if width < NARROW:
                pane.display = pane.id in (CHOICES, self.front)
            else:
                pane.display = width >= WIDE or pane.id not in _BESIDE or pane.id == self.beside
        self.call_after_refresh(self.show)

    def show_soon(self) -> None:
        """Once for all that happens until then: keys that are held down come faster than anybody looks."""
        if not self._awaited:
            self._awaited = True
            self.set_timer(max(0.001, self._shown + BETWEEN_LOOKS - monotonic()), self.show)

    def show(self) -> None:
        self._awaited = False
        self.panes.show()
        width = self.size.width
        self._write("#status", self._status(width))
        self._write("#hints", joined(shortened(HINTS if width >= NARROW else SHORT_HINTS, width)))
        self._write("#message", joined(self.message), layout=True)
        self._shown = monotonic()

    def _write(self, name: str, text: Text, layout: bool = False) -> None:
        """Lines that stay as they are cost nothing."""
        if self._written.get(name) != text:
            self._written[name] = text
            self.query_one(name, Static).update(text, layout=layout)

    def _status(self, width: int) -> Text:
        timeline, scene = self.walk.timeline, self.walk.scene
        last = len(self.walk.line()) - 1
        where = f"step {scene.depth}" + (f" of {last}" if last > scene.depth else "")
        name = Path(timeline.machine.program.model.sources.files[0].name).name
        ended = f"  {scene.ending.outcome.value}" if scene.ending is not None else ""
        room = width - len(where) - len(ended) - 2
        return joined((shortened(name, room), "bold"), f"  {where}", (ended, WRONG))

    def say(self, text: str) -> None:
        self.message = text
        self.show_soon()

    # -- moving ------------------------------------------------------------------------------

    def moved(self, said: str = "") -> None:
        """After each move: the step that comes next is chosen, and everything shown."""
        self.panes.arrived()
        self.say(said)

    def action_take(self) -> None:
        self.action_number(self.panes.chosen)

    def action_number(self, number: int) -> None:
        self.stop()
        self.moved(self.walk.take(number))

    def action_forward(self) -> None:
        self.stop()
        self.moved(self.walk.forward(self.panes.chosen))

    def action_step_back(self) -> None:
        self.stop()
        self.moved(self.walk.back())

    def action_begin(self) -> None:
        self.stop()
        self.walk.to(self.walk.timeline.begin)
        self.moved()

    def action_end(self) -> None:
        self.stop()
        self.moved(self.walk.to_end())

    def action_chance(self) -> None:
        self.send(Errand(1))

    # -- longer ways -------------------------------------------------------------------------

    def send(self, errand: Errand) -> None:
        self.stop()
        self.errand = errand
        self.run_worker(self._go(errand), exclusive=True)

    async def _go(self, errand: Errand) -> None:
        while self.errand is errand:
            said = self.walk.advance(errand)
            if said is not None:
                self.errand = None
                self.moved(said if errand.limit > 1 else "")
                return
            if monotonic() > self._shown + BETWEEN_REPORTS:
                self.moved(f"{errand.taken:,} steps; Esc stops")
            await asyncio.sleep(0)

    def stop(self) -> None:
        """A run that is on its way does not go on."""
        self.errand = None

    def action_escape(self) -> None:
        if self.errand is not None:
            self.say(f"stopped after {self.errand.taken} steps")
            self.stop()
            return
        self.screen.minimize()
        self.panes.choices.focus()
        self.say("")

    # -- panes -------------------------------------------------------------------------------

    def on_row_pane_moved(self, event: RowPane.Moved) -> None:
        if event.pane is self.panes.choices and isinstance(event.target, int):
            self.panes.choose(event.target)
            self.show_soon()

    def on_row_pane_chosen(self, event: RowPane.Chosen) -> None:
        target = event.target
        if event.pane is self.panes.choices:
            self.action_take()
        elif isinstance(target, Moment):
            self.stop()
            self.walk.to(target)
            self.moved(self.walk.said_here())
        elif event.pane is self.panes.values and isinstance(target, str):
            self.panes.opened ^= {target}
            self.show_soon()

    def action_pane(self, name: str) -> None:
        self.screen.minimize()
        if name != CHOICES:
            self.front = name
        if name in _BESIDE:
            self.beside = name
        self.arrange(self.size.width)
        self.query_one(f"#{name}").focus()

    def action_next(self, by: int) -> None:
        names = [SOURCE, VALUES, CHOICES, HISTORY, CHART]
        focused = self.focused.id if self.focused is not None and self.focused.id in names else CHOICES
        self.action_pane(names[(names.index(focused or CHOICES) + by) % len(names)])

    def action_alone(self) -> None:
        if self.screen.maximized is not None:
            self.screen.minimize()
        elif isinstance(self.focused, RowPane):
            self.screen.maximize(self.focused)
        self.call_after_refresh(self.show)

    def action_file(self) -> None:
        self.say(self.panes.next_file())

    def searched(self) -> RowPane:
        """The pane that is searched: where the focus is, but steps are few and texts are long."""
        focused = self.focused
        if isinstance(focused, RowPane) and focused is not self.panes.choices:
            return focused
        return next(pane for pane in (self.panes.source, *self.panes.all()) if pane.display)

    def action_again(self, by: int) -> None:
        pane = self.searched()
        if not pane.sought:
            self.action_ask("search")
        else:
            self.say("" if pane.search(pane.sought, by) else f"`{pane.sought}` is not in this pane")

    # -- asking ------------------------------------------------------------------------------

    def action_ask(self, name: str) -> None:
        self.stop()
        self.searching = self.searched()
        question = next(one for one in QUESTIONS if one.name == name)
        self.query_one("#asks", Static).update(f"{question.asks}: ")
        self.set_class(True, "-asking")
        self.query_one(Prompt).ask(question)

    def on_prompt_answered(self, event: Prompt.Answered) -> None:
        self.set_class(False, "-asking")
        (self.searching if event.question is SEARCH else self.panes.choices).focus()
        if not event.text:
            return
        try:
            self._obey(event.question, event.text)
        except PenstockError as problem:
            self.say(str(problem))

    def _obey(self, question: Asking, text: str) -> None:
        if question is UNTIL:
            self.send(self.walk.until(text))
        elif question is SEARCH:
            self.say("" if self.searching.search(text) else f"`{text}` is not in this pane")
        elif question is WATCH:
            self.say(self.walk.watch(text))
        elif question is SAVE:
            self.keep(text)
        elif not text.isdigit():
            self.say(f"`{text}` is not a number")
        elif question is GO:
            self.moved(self.walk.to_step(int(text)))
        else:
            self.send(Errand(int(text)))

    def keep(self, name: str) -> None:
        if self.save is not None:
            self.say(self.save(name, self.walk.timeline))
            self.saved = self.walk.timeline.now
        if self.leaving:
            self.exit()

    def action_help(self) -> None:
        room = min(self.size.width, WIDEST_HELP) - 5  # a frame, and a bar to scroll by
        self.push_screen(HelpScreen("\n".join(help_lines(room))))

    # -- leaving -----------------------------------------------------------------------------

    def action_leave(self) -> None:
        """At once, unless somebody made a run that would be lost."""
        self.stop()
        now = self.walk.timeline.now
        if self.save is None or now is self.saved or self.walk.timeline.count == self.known:
            self.exit()
        else:
            self.push_screen(LeaveScreen(), self._left)

    def _left(self, word: str | None) -> None:
        if word == LEAVE:
            self.exit()
        elif word == KEEP:
            self.leaving = True
            self.action_ask(SAVE.name)

    def action_exit(self) -> None:
        self.exit()

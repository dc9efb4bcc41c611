"""The five panes, filled from a walk."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from rich.text import Text

from penstock.draw.chart import chart_lines
from penstock.faces.screen.row_pane import RowPane
from penstock.faces.screen.rows import DIM, WRONG, Row, folded, joined, rows_of
from penstock.faces.screen.source_rows import SourceView, standing_at
from penstock.faces.screen.state_rows import state_rows
from penstock.faces.screen.step_rows import HistoryRows, choice_rows
from penstock.faces.screen.walk import Walk
from penstock.stepping.scene import SceneChoice, ScenePlace

SOURCE, VALUES, CHOICES, HISTORY, CHART = "source", "values", "choices", "history", "chart"
MOST_CHARTED = 300
"""Steps in the chart: those that led here last."""


NARROWEST_CHART = 90
"""A chart in a narrower pane is seen in part: its columns, and by scrolling its words."""


class Panes:
    """What is in view.  `chosen` is the number of the step that Enter takes; `file` the text that is shown."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.source = RowPane(SOURCE, "Source")
        self.values = RowPane(VALUES, "Values")
        self.choices = RowPane(CHOICES, "Steps")
        self.history = RowPane(HISTORY, "History")
        self.chart = RowPane(CHART, "Chart")
        self.chosen = 1
        self.opened: set[str] = set()
        self._follows = True
        """Whether the text is to be scrolled to the chosen step: not while somebody reads elsewhere."""
        model = walk.timeline.machine.program.model
        known = walk.stepper.breaks.step_lines.all
        main = model.sources.files[0]
        texts = {file.name: file.text for file in model.sources.files if file.name in known or file is main}
        self.texts = {name: text.split("\n") for name, text in texts.items()}
        self.file = main.name

    def all(self) -> list[RowPane]:
        return [self.source, self.values, self.choices, self.history, self.chart]

    # -- which step --------------------------------------------------------------------------

    def arrived(self) -> None:
        """At another moment: the step that was taken here before is chosen, or else the first."""
        ahead = self.walk.timeline.now.ahead
        known = [one.number for one in self.walk.choices if ahead is not None and one.moment == ahead.number]
        self.choose(known[0] if known else 1)

    def choose(self, number: int) -> None:
        """Choose a step, and see the file that it is in."""
        self.chosen = number
        self._follows = True
        place = next(iter(self.places()), None)
        if place is None and self.walk.scene.processes:
            place = self.walk.scene.processes[0].place
        if place is not None and place.file in self.texts:
            self.file = place.file

    def step(self) -> SceneChoice | None:
        return next((one for one in self.walk.choices if one.number == self.chosen), None)

    def places(self) -> tuple[ScenePlace, ...]:
        """What the chosen step executes."""
        choice = self.step()
        return () if choice is None else tuple(_places(choice))

    def next_file(self) -> str:
        names = list(self.texts)
        self.file = names[(names.index(self.file) + 1) % len(names)]
        self._follows = False
        return "the model is all in one file" if len(names) == 1 else self.file

    # -- filling -----------------------------------------------------------------------------

    def show(self) -> None:
        self.show_source()
        self.show_choices()
        self.show_values()
        self.show_history()
        self.show_chart()

    def show_source(self) -> None:
        pane = self.source
        if not pane.display:
            return
        standing = standing_at(self.walk.scene.processes, self.file)
        places = self.places()
        view = SourceView(self.file, self.texts[self.file], _width(pane), standing, places)
        lines = [place.line for place in places if place.file == self.file] or sorted(standing)
        pane.border_title = f"Source: {Path(self.file).name}"
        pane.show(view, lines[0] - 1 if lines and self._follows else None)
        self._follows = False

    def show_choices(self) -> None:
        pane = self.choices
        width, choices = _width(pane), self.walk.choices
        rows = [*self._ending(width), *choice_rows(choices, self.chosen, width)]
        pane.border_title = f"Steps: {len(choices)} possible" if choices else "Steps: none is possible"
        at = next((at for at, row in enumerate(rows) if row.target == self.chosen), 0)
        pane.show(rows, at)

    def _ending(self, width: int) -> Iterator[Row]:
        """Why the run ends here, and who waits for what."""
        ending = self.walk.scene.ending
        if ending is None:
            return
        yield from rows_of(folded(joined((f"{ending.outcome.value}: {ending.reason}", WRONG)), width))
        names = {one.process: one.name for one in self.walk.scene.processes}
        for one in ending.waiting:
            told = joined((names[one.process], "bold"), f" at line {one.place.line}, {one.statement}: {one.reason}")
            yield from rows_of(folded(told, width))

    def show_values(self) -> None:
        if self.values.display:
            walk = self.walk
            self.values.show(state_rows(walk.scene, walk.watched(), self.opened, _width(self.values)))

    def show_history(self) -> None:
        if self.history.display:
            walk = self.walk
            rows = HistoryRows(walk.line(), walk.timeline.now, _width(self.history), walk.loop)
            self.history.show(rows, rows.at)

    def show_chart(self) -> None:
        if not self.chart.display:
            return
        trace = self.walk.timeline.trace()
        loop = self.walk.loop if self.walk.loop is not None and self.walk.loop <= len(trace.steps) else None
        trace = replace(trace, steps=trace.steps[-MOST_CHARTED:], loop=loop)
        head, rows = chart_lines(trace, max(_width(self.chart), NARROWEST_CHART))
        self.chart.head = [Text(line, DIM, no_wrap=True, end="") for line in head]
        self.chart.show([Row(joined(line)) for line in rows], max(0, len(rows) - 1))


def _places(choice: SceneChoice) -> Iterator[ScenePlace]:
    if choice.step.place is not None:
        yield choice.step.place
    if choice.step.partner is not None:
        yield choice.step.partner.place


def _width(pane: RowPane) -> int:
    """The room for a row; before the first look at the terminal, that of a narrow one."""
    return max(20, pane.scrollable_content_region.width or 40)

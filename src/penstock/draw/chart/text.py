"""A run as text for the terminal: a column for each process, and what happens in words at the right.

     step  line  sender  receiver
        1    12  ●       │         q!data(1)
        2    30  ├──────▶│         q?data(1), sent in step 1

A message in a buffered channel is a dot where it is sent and an arrow where it is received; a rendezvous is
a double arrow.  Where there are too many processes for the width, a list says who does what.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from penstock.draw.chart.canvas import Canvas, draw_row, legend
from penstock.draw.chart.labels import extent, left_lines, summary, title, waiting_lines
from penstock.draw.chart.layout import in_several_files, steps_of, where
from penstock.draw.chart.story import Story, StoryRow, tell
from penstock.draw.chart.words import name_of, row_actors, row_words
from penstock.draw.text import columns, fold, shorten
from penstock.machine.trace import RunTrace

NARROWEST = 40
_WORDS = 26
_CLOSEST, _WIDEST = 3, 22
_PAGE = 50
_SIGNS = str.maketrans("│┃├┤┼─═╞╡╪▶◀●○◆·╌✗┬┴□╮…→", "||+++-=+++><o*@.-x++#+~>")


@dataclass(frozen=True, slots=True)
class _Page:
    """The measures of a chart in characters; columns are `pitch` apart, 0 if there is no room for them."""

    story: Story
    width: int
    steps: int
    lines: int
    several: bool
    pitch: int
    named: bool

    @property
    def margin(self) -> int:
        return self.steps + self.lines + 4

    @property
    def area(self) -> int:
        """Return the width of all columns, with the room that an arrow to a queue needs after the last."""
        return (len(self.story.lifelines) - 1) * self.pitch + max(self.pitch, 5) if self.pitch else 0

    @property
    def words(self) -> int:
        return self.width - self.margin - self.area


def chart_text(trace: RunTrace, width: int = 100, ascii_only: bool = False, local: bool = True) -> str:
    """Write a run in lines of at most `width` characters, but 40 at least.

    With `ascii_only` there is nothing but ASCII in it; without `local`, steps that only concern their own
    process are left out.
    """
    story = tell(trace, local)
    page = _measure(story, max(width, NARROWEST))
    lines = [*fold(f"{title(trace)}: {extent(trace)}", page.width), ""]
    lines += [*_chart(page), *_foot(page)]
    text = "\n".join([*(line.rstrip() for line in lines), ""])
    return _plain(text) if ascii_only else text


def chart_lines(trace: RunTrace, width: int = 100) -> tuple[list[str], list[str]]:
    """A chart without title and foot, for those who scroll through it: what stands above the columns, and the rows."""
    page = _measure(tell(trace), max(width, NARROWEST))
    return [line.rstrip() for line in _head(page)], [line.rstrip() for line in _rows(page)]


def _plain(text: str) -> str:
    signs = text.translate(_SIGNS)
    if signs.isascii():
        return signs
    return "".join(sign if sign.isascii() else "?" * columns(sign) for sign in signs)


def _measure(story: Story, width: int) -> _Page:
    several = in_several_files(story) and width >= 100
    steps = max([len(steps_of(row)) for row in story.rows] + [4])
    lines = max([columns(where(row, several)) for row in story.rows] + [4])
    room = width - steps - lines - 4 - _WORDS
    number = len(story.lifelines)
    longest = max((columns(name_of(story, process)) for process in range(number)), default=0) + 2
    pitch = max(longest, _CLOSEST + 2)
    named = longest <= _WIDEST and number * max(pitch, 5) <= room
    if not named:
        # Numbers stand for the names, which are listed above.
        pitch = min((room - 5) // number, 6) if number and room > 5 else 0
        pitch = pitch if pitch >= max(_CLOSEST, len(str(number)) + 1) else 0
    return _Page(story, width, steps, lines, several, pitch if number else 0, named)


def _chart(page: _Page) -> Iterator[str]:
    story = page.story
    yield from _head(page)
    yield from _rows(page, _PAGE)
    if len(story.rows) > _PAGE // 2 and page.pitch:
        yield _header(page)


def _head(page: _Page) -> Iterator[str]:
    story = page.story
    if page.pitch and not page.named:
        names = ", ".join(f"{process} {name_of(story, process)}" for process in range(len(story.lifelines)))
        yield from [*fold(f"columns: {names}", page.width), ""]
    yield _header(page)


def _rows(page: _Page, repeated: int = 0) -> Iterator[str]:
    """All rows, with the names again after so many of them."""
    story = page.story
    canvas = Canvas(story.lifelines, story.first_bars, page.pitch, page.area)
    for number, row in enumerate(story.rows):
        if repeated and number and number % repeated == 0 and page.pitch:
            yield from ["", _header(page)]
        if number == story.loop:
            yield _rule(page)
        yield from _row(page, canvas, number, row)


def _header(page: _Page) -> str:
    names = [
        name_of(page.story, process) if page.named else str(process) for process in range(len(page.story.lifelines))
    ]
    heads = "".join(name + " " * (page.pitch - columns(name)) for name in names) if page.pitch else ""
    return f"{'step':>{page.steps}}  {'line':>{page.lines}}  {heads}"


def _rule(page: _Page) -> str:
    said = f" from step {page.story.trace.loop} on, the run repeats forever "
    return shorten(f"{'╌' * (page.margin - 1)}{said}", page.width - 1).ljust(page.width - 1, "╌")


def _row(page: _Page, canvas: Canvas, number: int, row: StoryRow) -> Iterator[str]:
    words = row_words(page.story, row)
    if not page.pitch:
        words = ": ".join(part for part in (row_actors(page.story, row), words) if part)
    said = fold(words, page.words) or [""]
    place = where(row, page.several)
    margin = f"{steps_of(row):>{page.steps}}  {' ' * (page.lines - columns(place))}{place}  "
    yield margin + draw_row(canvas, page.story, number, row) + said[0]
    yield from (" " * page.margin + canvas.lifelines(number, after=True) + more for more in said[1:])


def _foot(page: _Page) -> Iterator[str]:
    story, trace = page.story, page.story.trace
    yield ""
    yield from fold(summary(trace), page.width)
    for name, said in waiting_lines(trace):
        yield from _item(f"{name} {said}", page.width)
    for said in left_lines(story):
        yield from _item(said, page.width)
    if page.pitch and story.rows:
        yield from ["", *_pack(legend(story), page.width)]


def _pack(items: list[str], width: int) -> list[str]:
    """Return lines of whole items."""
    lines = [""]
    for item in items:
        longer = f"{lines[-1]}   {item}" if lines[-1] else item
        if columns(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(item)
    return lines


def _item(text: str, width: int) -> list[str]:
    first, *rest = fold(text, width - 6) or [""]
    return [f"  - {first}", *(f"    {line}" for line in rest)]

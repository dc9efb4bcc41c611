"""A pane of rows that scrolls: one widget for texts, steps, values and charts, which draws only what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Click
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from penstock.faces.screen.rows import Row, Target

_SELECTED = Style(reverse=True)
_FOUND = Style(underline=True, bold=True)


class RowPane(ScrollView, inherit_bindings=False):
    """Rows with a cursor on one of them.  Whoever shows it hears when the cursor moves, and when a row is chosen."""

    can_focus = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("shift+left", "sideways(-8)", show=False),
        Binding("shift+right", "sideways(8)", show=False),
        Binding("enter", "choose", show=False),
    ]

    class Moved(Message):
        """The cursor is at another row."""

        def __init__(self, pane: RowPane, target: Target | None) -> None:
            super().__init__()
            self.pane = pane
            self.target = target

    class Chosen(Moved):
        """Somebody wants what is at the cursor."""

    def __init__(self, name: str, title: str, has_cursor: bool = True) -> None:
        super().__init__(id=name)
        self.border_title = title
        self.has_cursor = has_cursor
        self.head: Sequence[Text] = []
        """Lines that stay above the rows."""
        self.rows: Sequence[Row] = []
        self.cursor = 0
        self.sought = ""

    # -- what is shown -----------------------------------------------------------------------

    def show(self, rows: Sequence[Row], cursor: int | None = None) -> None:
        """Other rows; with a cursor, it is moved there and into view."""
        self.rows = rows
        wide = getattr(rows, "widest", 0) or max((row.text.cell_len for row in rows), default=0)
        self.virtual_size = Size(max(wide, 1), len(rows) + len(self.head))
        self.cursor = max(0, min(self.cursor if cursor is None else cursor, len(rows) - 1))
        if cursor is not None:
            self.reveal(cursor)
        self.refresh()

    def reveal(self, at: int) -> None:
        """Scroll as little as needed to have a row in view, with some around it."""
        height = self.scrollable_content_region.height - len(self.head)
        margin = min(3, max(0, (height - 1) // 3))
        top = max(0, min(at - margin, len(self.rows) - 1))
        size = min(2 * margin + 1, max(1, len(self.rows) - top))
        region = Region(round(self.scroll_x), top, 1, size + len(self.head))
        self.scroll_to_region(region, animate=False, force=True)

    def render_line(self, y: int) -> Strip:
        left, top = self.scroll_offset
        width = self.scrollable_content_region.width
        at = y + top - len(self.head)
        style = self.rich_style
        if y < len(self.head):
            text = self.head[y]
        elif at < len(self.rows):
            text = self._found(self.rows[at].text)
            style += _SELECTED if self.has_cursor and self.has_focus and self._same(at) else Style.null()
        else:
            return Strip.blank(width, style)
        strip = Strip(Segment.apply_style(text.render(self.app.console), style))
        return strip.crop_extend(left, left + width, style)

    def _found(self, text: Text) -> Text:
        """With what is searched for marked."""
        places = _places(text.plain, self.sought) if self.sought else []
        if places:
            text = text.copy()
        for begin in places:
            text.stylize(_FOUND, begin, begin + len(self.sought))
        return text

    def _same(self, at: int) -> bool:
        """Whether a row belongs to that of the cursor."""
        if at == self.cursor:
            return True
        if not 0 <= self.cursor < len(self.rows):
            return False
        target = self.rows[self.cursor].target
        return target is not None and self.rows[at].target == target

    # -- the cursor --------------------------------------------------------------------------

    @property
    def target(self) -> Target | None:
        return self.rows[self.cursor].target if 0 <= self.cursor < len(self.rows) else None

    def set_cursor(self, at: int) -> None:
        if not self.rows:
            return
        self.cursor = max(0, min(at, len(self.rows) - 1))
        self.reveal(self.cursor)
        self.refresh()
        self.post_message(self.Moved(self, self.target))

    def action_move(self, by: int) -> None:
        """To the next row that means something else."""
        at = self.cursor + by
        while 0 <= at < len(self.rows) and self.target is not None and self.rows[at].target == self.target:
            at += by
        if 0 <= at < len(self.rows):
            while at > 0 and by < 0 and self._joined(at):
                at -= 1  # the first row of what is above
            self.set_cursor(at)

    def _joined(self, at: int) -> bool:
        target = self.rows[at].target
        return target is not None and self.rows[at - 1].target == target

    def action_page(self, by: int) -> None:
        self.set_cursor(self.cursor + by * max(1, self.scrollable_content_region.height - 1))

    def action_sideways(self, by: int) -> None:
        self.scroll_to(x=self.scroll_x + by, animate=False)

    def action_choose(self) -> None:
        self.post_message(self.Chosen(self, self.target))

    def on_click(self, event: Click) -> None:
        at = event.y - self.gutter.top - len(self.head) + self.scroll_offset.y
        if not 0 <= at < len(self.rows):
            return
        again = at == self.cursor or self._same(at)
        self.set_cursor(at)
        if again and event.chain > 1:
            self.action_choose()

    # -- searching ---------------------------------------------------------------------------

    def search(self, text: str, by: int = 1) -> bool:
        """Move the cursor to the next row with a text, round the end if need be; whether there is one."""
        self.sought = text
        count = len(self.rows)
        for distance in range(1, count + 1):
            at = (self.cursor + by * distance) % count
            if _places(self.rows[at].text.plain, text):
                self.set_cursor(at)
                return True
        self.refresh()
        return False


def _places(plain: str, text: str) -> list[int]:
    """Where a text stands in a line; capitals only count if there are any in it."""
    if text == text.lower():
        plain = plain.lower()
    found, at = [], plain.find(text)
    while at >= 0 and text:
        found.append(at)
        at = plain.find(text, at + len(text))
    return found

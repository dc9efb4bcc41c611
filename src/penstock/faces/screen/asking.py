"""What the screen asks and explains: a line to type into, help, and whether to leave."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from penstock.faces.screen.words import Asking

LEAVE, KEEP, STAY = "leave", "keep", "stay"


class HelpScreen(ModalScreen[None]):
    """All keys and signs."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,question_mark,enter,space", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = "Help: Esc closes it"
            yield Static(Text(self.text))


class LeaveScreen(ModalScreen[str]):
    """Asked before a run is lost that somebody made by hand."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q,y,enter", "answer('leave')", show=False),
        Binding("s,S", "answer('keep')", show=False),
        Binding("escape,n", "answer('stay')", show=False),
    ]

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="page") as page:
            page.border_title = "Quit?"
            yield Static(Text("q    quit\ns    save the run first\nEsc  stay here"))

    def action_answer(self, word: str) -> None:
        self.dismiss(word)


class Prompt(Input):
    """A line that is there while something is asked for; what was answered before comes back with the arrows."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", show=False),
        Binding("up", "earlier(1)", show=False),
        Binding("down", "earlier(-1)", show=False),
    ]

    class Answered(Message):
        """`text` is empty if nobody wants to answer."""

        def __init__(self, question: Asking, text: str) -> None:
            super().__init__()
            self.question = question
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="prompt", compact=True)
        self.question: Asking | None = None
        self.given: dict[str, list[str]] = {}
        self._recalled = 0

    def ask(self, question: Asking) -> None:
        self.question = question
        self.value, self.placeholder, self._recalled = "", question.meaning, 0
        self.focus()

    def action_earlier(self, by: int) -> None:
        given = self.given.get(self.question.name, []) if self.question is not None else []
        self._recalled = max(0, min(self._recalled + by, len(given)))
        self.value = given[-self._recalled] if self._recalled else ""
        self.cursor_position = len(self.value)

    def action_give_up(self) -> None:
        self._answer("")

    async def action_submit(self) -> None:
        self._answer(self.value.strip())

    def _answer(self, text: str) -> None:
        question, self.question = self.question, None
        if question is None:
            return
        if text:
            self.given.setdefault(question.name, []).append(text)
        self.post_message(self.Answered(question, text))

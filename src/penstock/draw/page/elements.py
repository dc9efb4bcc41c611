"""HTML as values: whatever is not markup already is escaped on its way in."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from penstock.draw.text import clean

Attribute = str | int | bool | None
_WITHOUT_END = frozenset({"br", "meta"})


class Html(str):
    """Text that is markup already."""

    __slots__ = ()


def html(text: str) -> Html:
    """Return the text as markup; characters that no page may hold are replaced."""
    return text if isinstance(text, Html) else Html(escape(clean(text)))


def join(parts: Iterable[str], between: str = "") -> Html:
    """Put parts one after the other."""
    return Html(html(between).join(map(html, parts)))


def element(tag: str, /, *content: str, **attributes: Attribute) -> Html:
    """Return an element; `class_` is written as `class`, `aria_label` as `aria-label`."""
    written = "".join(_attribute(key, value) for key, value in attributes.items())
    if tag in _WITHOUT_END:
        return Html(f"<{tag}{written}>")
    return Html(f"<{tag}{written}>{join(content)}</{tag}>")


def _attribute(name: str, value: Attribute) -> str:
    if value is None or value is False:
        return ""
    shown = name.removesuffix("_").replace("_", "-")
    return f" {shown}" if value is True else f' {shown}="{html(str(value))}"'


def paragraph(*content: str) -> Html:
    return element("p", *content)


def code(text: str) -> Html:
    return element("code", text)


def section(heading: str, *content: str, name: str) -> Html:
    """Return a part of the page with a heading that can be linked to."""
    title = element("h2", heading, id=f"{name}-heading")
    return element("section", title, *content, id=name, aria_labelledby=f"{name}-heading")


def folded(summary: str, *content: str, opened: bool = False, name: str | None = None) -> Html:
    """Return something that the reader can open and close."""
    return element("details", element("summary", summary), *content, id=name, open=opened)


def items(contents: Iterable[str]) -> Html:
    return element("ul", *(element("li", content) for content in contents))


def table(caption: str, head: Iterable[str], rows: Iterable[Iterable[str]], numeric: Iterable[int] = ()) -> Html:
    """Return a table whose first column names the rows; the columns `numeric` are set to the right."""
    right = frozenset(numeric)
    columns = [element("th", cell, scope="col", class_=_side(place, right)) for place, cell in enumerate(head)]
    lines = [element("tr", *_cells(row, right)) for row in rows]
    inside = [element("caption", caption), element("thead", element("tr", *columns)), element("tbody", *lines)]
    return element("div", element("table", *inside), class_="wide", tabindex=0, role="group", aria_label=caption)


def _cells(row: Iterable[str], right: frozenset[int]) -> Iterable[Html]:
    for place, cell in enumerate(row):
        if place:
            yield element("td", cell, class_=_side(place, right))
        else:
            yield element("th", cell, scope="row", class_=_side(place, right))


def _side(place: int, right: frozenset[int]) -> str | None:
    return "number" if place in right else None

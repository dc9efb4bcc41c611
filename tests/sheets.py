"""What a picture must be like, whatever it shows, and what is written in each of its forms."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from xml.etree import ElementTree

from penstock.draw.shapes.shapes import Box, Dot, Line, Rectangle, Sheet, TextLine, flat

SVG = "{http://www.w3.org/2000/svg}"
_TIKZ_NODE = re.compile(r"\\node\[.*?\] at \([^)]*\) \{\\pkfit\{[^}]*\}\{(.*)\}\};")
_TIKZ_SIGN = {
    "textbackslash": "\\",
    "textasciicircum": "^",
    "textasciitilde": "~",
    "textless": "<",
    "textgreater": ">",
    "textbar": "|",
    "textquotedbl": '"',
    "textquotesingle": "'",
    "textasciigrave": "`",
    "ldots": "…",
}
_TIKZ_MATHS = {"rightarrow": "→", "leftrightarrow": "↔", "infty": "∞", "times": "×", "cdot": "·"}  # noqa: RUF001


def texts(sheet: Sheet) -> list[tuple[TextLine, Box]]:
    """All texts with the room they take on the page."""
    found = []
    for shape, (x, y) in flat(sheet.shapes):
        if isinstance(shape, TextLine) and shape.text:
            box = shape.box
            found.append((shape, Box(box.x + x, box.y + y, box.width, box.height)))
    return found


def overlapping(sheet: Sheet, slack: float = 0.6) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other."""
    boxes = sorted(texts(sheet), key=lambda one: one[1].y)
    found = []
    for at, (one, box) in enumerate(boxes):
        for other, below in boxes[at + 1 :]:
            if below.y > box.y + box.height - slack:
                break
            if box.x + box.width > below.x + slack and below.x + below.width > box.x + slack:
                found.append((one.text, other.text))
    return found


def outside(sheet: Sheet) -> list[object]:
    """What does not lie on the page."""
    found: list[object] = []
    for shape, (x, y) in flat(sheet.shapes):
        points: list[tuple[float, float]] = []
        match shape:
            case TextLine():
                box = shape.box
                points = [(box.x, box.y), (box.x + box.width, box.y + box.height)]
            case Rectangle(box):
                points = [(box.x, box.y), (box.x + box.width, box.y + box.height)]
            case Dot(middle, radius):
                points = [(middle[0] - radius, middle[1] - radius), (middle[0] + radius, middle[1] + radius)]
            case Line():
                points = [
                    point for pen in shape.pens for stroke in (*pen.strokes, (pen.start,)) for point in stroke[-1:]
                ]
        if any(not (-0.5 <= px + x <= sheet.width + 0.5 and -0.5 <= py + y <= sheet.height + 0.5) for px, py in points):
            found.append(shape)
    return found


def labels(sheet: Sheet) -> Counter[str]:
    return Counter(shape.text for shape, _ in texts(sheet))


def svg_labels(text: str) -> Counter[str]:
    return Counter(element.text or "" for element in ElementTree.fromstring(text).iter(f"{SVG}text") if element.text)


def pdf_labels(contents: bytes) -> Counter[str]:
    """The texts that a page shows, haloes aside, as the operators of its content say."""
    packed = contents[contents.index(b"stream\n") + 7 : contents.index(b"\nendstream")]
    operators = zlib.decompress(packed).decode("ascii")
    shown = (
        re.findall(r"/F(\d) [\d.]+ Tf \(((?:\\.|[^()\\])*)\) Tj", one) for one in re.findall(r"BT 0 Tr.* ET", operators)
    )
    return Counter("".join(_pdf_text(font, text) for font, text in parts) for parts in shown)


def _pdf_text(font: str, text: str) -> str:
    if font == "6":
        return {"\\256": "→", "\\245": "∞", "\\253": "↔"}[text]
    plain = re.sub(r"\\(\d{3}|.)", lambda found: chr(int(found[1], 8)) if found[1].isdigit() else found[1], text)
    return plain.encode("latin-1").decode("cp1252")


def tikz_labels(text: str) -> Counter[str]:
    return Counter(_tikz_text(found) for found in _TIKZ_NODE.findall(text))


def _tikz_text(text: str) -> str:
    text = re.sub(r"\\ensuremath\{\\(\w+)\}", lambda found: _TIKZ_MATHS[found[1]], text)
    text = text.replace("~", " ")
    text = re.sub(r"\\([a-z]+)\{\}", lambda found: _TIKZ_SIGN[found[1]], text)
    text = re.sub(r"([-,!?])\{\}", r"\1", text)
    return re.sub(r"\\([{}_#%&$])", r"\1", text)

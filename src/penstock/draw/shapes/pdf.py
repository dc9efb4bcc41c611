"""Pictures as PDF with one page, in the fonts that every viewer has: nothing needs to be installed for it."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Mapping

from penstock.draw.shapes.curves import frame_pen, ring
from penstock.draw.shapes.metrics import Typeface, text_width
from penstock.draw.shapes.shapes import Dot, Line, Pen, Point, Rectangle, Role, Sheet, TextLine, flat
from penstock.draw.shapes.themes import Theme, colours
from penstock.draw.text import flatten

POINTS = 0.75
"""Of a pixel, in the units of PDF and TeX."""
_LARGEST = 14_000.0
"""Longer sides need a larger unit: Acrobat shows no others."""
_FONTS: dict[tuple[Typeface, bool], str] = {
    ("mono", False): "Courier",
    ("mono", True): "Courier-Bold",
    ("sans", False): "Helvetica",
    ("sans", True): "Helvetica-Bold",
    ("serif", False): "Times-Roman",
    ("serif", True): "Times-Bold",
}
_SYMBOL = "Symbol"
_NAMES = {font: f"F{number}" for number, font in enumerate([*_FONTS.values(), _SYMBOL])}
_SYMBOLS = {"→": "\\256", "∞": "\\245", "↔": "\\253"}
"""What the other fonts lack, as the font of symbols has it."""


def write_pdf(sheet: Sheet, theme: Theme = "auto", width: float | None = None) -> bytes:
    """Write a picture; `width` is how wide it is, in pixels of a 96th of an inch."""
    scale = POINTS * (1.0 if width is None else width / sheet.width)
    unit = max(1.0, max(sheet.width, sheet.height) * scale / _LARGEST)
    content = "\n".join(_Content(sheet, colours(theme), scale / unit).lines()).encode("ascii")
    return _file(sheet, content, scale / unit, unit)


class _Content:
    """The operators that draw a page; the origin of PDF is its lower left corner."""

    def __init__(self, sheet: Sheet, paint: Mapping[Role, str], scale: float) -> None:
        self.sheet = sheet
        self.paint = paint
        self.scale = scale

    def lines(self) -> Iterator[str]:
        scale, width, height = f"{self.scale:.6f}", self.sheet.width, self.sheet.height
        yield f"{scale} 0 0 {scale} 0 {_n(height * self.scale)} cm"
        yield f"{self._colour('paper')} rg 0 {_n(-height)} {_n(width)} {_n(height)} re f"
        for shape, shift in flat(self.sheet.shapes):
            match shape:
                case Line():
                    yield from self._paths(shape, shift)
                case Rectangle():
                    pens = (frame_pen(shape.box, shape.radius),)
                    yield from self._paths(Line(pens, shape.edge, shape.weight, (), shape.fill), shift)
                case Dot():
                    yield from self._paths(Line((ring(shape.middle, shape.radius),), None, 0, (), shape.fill), shift)
                case TextLine():
                    yield from self._words(shape, shift)

    def _colour(self, role: Role) -> str:
        name = self.paint[role]
        return " ".join(f"{int(name[at : at + 2], 16) / 255:.3g}" for at in (1, 3, 5))

    def _paths(self, line: Line, shift: Point) -> Iterator[str]:
        if line.edge is not None:
            dashes = " ".join(map(_n, line.dashes))
            yield f"{self._colour(line.edge)} RG {_n(line.weight)} w [{dashes}] 0 d"
        if line.fill is not None:
            yield f"{self._colour(line.fill)} rg"
        for pen in line.pens:
            yield _pen(pen, shift)
        yield {(True, True): "b", (True, False): "f", (False, True): "S", (False, False): "n"}[
            line.fill is not None, line.edge is not None
        ]

    def _words(self, words: TextLine, shift: Point) -> Iterator[str]:
        parts = list(_encoded(words))
        natural = sum(wide for _, _, wide in parts) or 1.0
        squeezed = 100 * words.width / natural
        x, y = words.left + shift[0], -(words.place[1] + shift[1])
        shown = " ".join(f"/{_NAMES[font]} {_n(words.size)} Tf ({text}) Tj" for font, text, _ in parts)
        placed = f"{squeezed:.4g} Tz {_n(x)} {_n(y)} Td {shown}"
        if words.halo:
            yield f"{self._colour('paper')} RG 3.2 w [] 0 d 1 j BT 1 Tr {placed} ET 0 j"
        yield f"{self._colour(words.role)} rg BT 0 Tr {placed} ET"


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:.10g}"


def _at(point: Point, shift: Point) -> str:
    return f"{_n(point[0] + shift[0])} {_n(-(point[1] + shift[1]))}"


def _pen(pen: Pen, shift: Point) -> str:
    parts = [f"{_at(pen.start, shift)} m"]
    for stroke in pen.strokes:
        parts += [*(_at(point, shift) for point in stroke), "c" if len(stroke) == 3 else "l"]
    return " ".join(parts)


def _encoded(words: TextLine) -> Iterator[tuple[str, str, float]]:
    """The stretches of a text with one font each: what is to be written, and how wide it is by itself."""
    font = _FONTS[words.face, words.bold]
    held = ""
    for character in words.text:
        if character in _SYMBOLS:
            yield from _stretch(font, held, words)
            yield _SYMBOL, _SYMBOLS[character], text_width(character, words.size, "sans")
            held = ""
        else:
            held += character
    yield from _stretch(font, held, words)


def _stretch(font: str, text: str, words: TextLine) -> Iterator[tuple[str, str, float]]:
    if text:
        spoken = "".join(character if _known(character) else f"<{ord(character):X}>" for character in text)
        written = "".join(map(_byte, spoken.encode("cp1252")))
        yield font, written, text_width(spoken, words.size, words.face, words.bold)


def _known(character: str) -> bool:
    """Whether the fonts have it; what they do not have is told by its number."""
    try:
        return character.encode("cp1252")[0] >= 32
    except UnicodeEncodeError:
        return False


def _byte(code: int) -> str:
    if code in b"()\\":
        return f"\\{chr(code)}"
    return chr(code) if 32 <= code < 127 else f"\\{code:03o}"


def _file(sheet: Sheet, content: bytes, scale: float, unit: float) -> bytes:
    fonts = " ".join(f"/{name} {number} 0 R" for number, name in enumerate(_NAMES.values(), 6))
    size = f"[0 0 {_n(sheet.width * scale)} {_n(sheet.height * scale)}]"
    larger = f" /UserUnit {_n(unit)}" if unit > 1 else ""
    packed = zlib.compress(content, 6)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox {size}{larger} /Contents 4 0 R".encode()
        + f" /Resources << /Font << {fonts} >> >> >>".encode(),
        b"<< /Length %d /Filter /FlateDecode >>\nstream\n%s\nendstream" % (len(packed), packed),
        f"<< /Title <{_title(sheet.title)}> /Creator (penstock) >>".encode(),
        *map(_font, _NAMES),
    ]
    return _assembled(objects)


def _title(text: str) -> str:
    return ("\ufeff" + flatten(text)).encode("utf-16-be", errors="replace").hex()


def _font(name: str) -> bytes:
    encoding = "" if name == _SYMBOL else " /Encoding /WinAnsiEncoding"
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name}{encoding} >>".encode()


def _assembled(objects: Iterable[bytes]) -> bytes:
    written = bytearray(b"%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, one in enumerate(objects, 1):
        places.append(len(written))
        written += b"%d 0 obj\n%s\nendobj\n" % (number, one)
    start = len(written)
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    written += f"xref\n0 {len(places) + 1}\n0000000000 65535 f \n{rows}".encode()
    written += f"trailer\n<< /Size {len(places) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(written)

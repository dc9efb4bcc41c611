"""Pictures as one self-contained SVG: no script, no font, no identifiers to clash.

Everything has its light colour written on it, so that any viewer shows it; where the reader prefers dark, the short
style sheet changes the classes, which no page uses for anything else.  Each text is given the width it was measured
with, whatever font the viewer has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from penstock.draw.shapes.look import FACES
from penstock.draw.shapes.metrics import Typeface
from penstock.draw.shapes.shapes import Dot, Line, Pen, Point, Rectangle, Role, Shape, ShapeGroup, Sheet, TextLine, flat
from penstock.draw.shapes.themes import DARK, Theme, colours
from penstock.draw.text import clean

_HALO = 3.2


def write_svg(sheet: Sheet, theme: Theme = "auto", width: float | None = None) -> str:
    """Write a picture; `width` is how wide it is shown."""
    writer = _Writer(colours(theme), _usual(sheet))
    w, h = number(sheet.width), number(sheet.height)
    scale = 1.0 if width is None else width / sheet.width
    size = f'width="{number(sheet.width * scale)}" height="{number(sheet.height * scale)}"'
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" {size} viewBox="0 0 {w} {h}" role="img"'
    return "\n".join(
        [
            f'{opening} aria-label="{escape(clean(sheet.description))}" font-family="{FACES[writer.usual]}">',
            f"<title>{inside(sheet.title)}</title>",
            f"<desc>{inside(sheet.description)}</desc>",
            *([style_sheet(sheet)] if theme == "auto" else []),
            f'<rect {writer.look("paper")} width="{w}" height="{h}"/>',
            *map(writer.shape, sheet.shapes),
            "</svg>",
            "",
        ]
    )


def number(value: float) -> str:
    """Write a number; one decimal is finer than any printer, and keeps the text the same on every machine."""
    return f"{round(value, 1) + 0.0:g}" if abs(value) < 100_000 else f"{value:.1f}"


def inside(text: str) -> str:
    """Write a text between two tags."""
    return escape(clean(text), quote=False)


def style_sheet(sheet: Sheet) -> str:
    """The colours of everything in a picture on dark screens."""
    looks = dict.fromkeys([("paper", None, False), *_looks(sheet.shapes)])
    rules = (f".{_name(*look)}{{{_rule(*look)}}}" for look in looks)
    return f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"


_Look = tuple[Role | None, Role | None, bool]


def _looks(shapes: Iterable[Shape]) -> Iterator[_Look]:
    for shape in shapes:
        match shape:
            case ShapeGroup():
                yield from _looks(shape.shapes)
            case TextLine():
                yield shape.role, None, shape.halo
            case Dot():
                yield shape.fill, None, False
            case Line() | Rectangle():
                yield shape.fill, shape.edge, False


def _name(fill: Role | None, edge: Role | None, halo: bool) -> str:
    return "-".join(["pk", fill or "none", *([edge] if edge else []), *(["halo"] if halo else [])])


def _rule(fill: Role | None, edge: Role | None, halo: bool) -> str:
    painted = [f"fill:{DARK[fill]}"] if fill else []
    painted += [f"stroke:{DARK[edge]}"] if edge else []
    return ";".join(painted + ([f"stroke:{DARK['paper']}"] if halo else []))


def _usual(sheet: Sheet) -> Typeface:
    """The font of most texts, which need not say so then."""
    counts = Counter(shape.face for shape, _ in flat(sheet.shapes) if isinstance(shape, TextLine))
    return counts.most_common(1)[0][0] if counts else "sans"


class _Writer:
    """Writes shapes in the colours of a theme."""

    def __init__(self, paint: Mapping[Role, str], usual: Typeface) -> None:
        self.paint = paint
        self.usual = usual

    def shape(self, shape: Shape) -> str:
        match shape:
            case ShapeGroup():
                return self._group(shape)
            case Line():
                dashes = f' stroke-dasharray="{" ".join(map(number, shape.dashes))}"' if shape.dashes else ""
                path = " ".join(map(_path, shape.pens))
                return f'<path {self.look(shape.fill, shape.edge, shape.weight)}{dashes} d="{path}"/>'
            case Rectangle():
                return f"<rect {self.look(shape.fill, shape.edge, shape.weight)} {_sides(shape)}/>"
            case Dot():
                (x, y), radius = shape.middle, number(shape.radius)
                return f'<circle {self.look(shape.fill)} cx="{number(x)}" cy="{number(y)}" r="{radius}"/>'
            case TextLine():
                return self._words(shape)

    def look(self, fill: Role | None, edge: Role | None = None, weight: float = 0.0, halo: bool = False) -> str:
        painted = self.paint[fill] if fill else "none"
        said = f'class="{_name(fill, edge, halo)}" fill="{painted}"'
        return f'{said} stroke="{self.paint[edge]}" stroke-width="{number(weight)}"' if edge else said

    def _group(self, group: ShapeGroup) -> str:
        named = [f'class="{group.kind}"'] if group.kind else []
        named += [f'data-{name}="{escape(clean(value))}"' for name, value in group.facts]
        if group.shift != (0.0, 0.0):
            named.append(f'transform="translate({number(group.shift[0])} {number(group.shift[1])})"')
        told = f"<title>{inside(group.told)}</title>" if group.told else ""
        between = "" if len(group.shapes) < 20 else "\n"
        return f"<g {' '.join(named)}>{told}{between.join(map(self.shape, group.shapes))}</g>".replace("<g >", "<g>")

    def _words(self, words: TextLine) -> str:
        parts = [self.look(words.role, halo=words.halo)]
        if words.halo:
            parts.append(f'stroke="{self.paint["paper"]}" stroke-width="{_HALO}" stroke-linejoin="round"')
            parts.append('paint-order="stroke"')
        parts += [f'font-family="{FACES[words.face]}"'] if words.face != self.usual else []
        parts += ['font-weight="bold"'] if words.bold else []
        parts += [f'text-anchor="{words.anchor}"'] if words.anchor != "start" else []
        x, y = words.place
        parts.append(f'font-size="{number(words.size)}" x="{number(x)}" y="{number(y)}"')
        if len(words.text) > 1:
            parts.append(f'textLength="{number(words.width)}" lengthAdjust="spacingAndGlyphs"')
        return f"<text {' '.join(parts)}>{inside(words.text)}</text>"


def _path(pen: Pen) -> str:
    steps = (f"{'C' if len(stroke) == 3 else 'L'}{' '.join(map(_point, stroke))}" for stroke in pen.strokes)
    return " ".join([f"M{_point(pen.start)}", *steps])


def _point(place: Point) -> str:
    return f"{number(place[0])},{number(place[1])}"


def _sides(frame: Rectangle) -> str:
    box = frame.box
    sides = f'x="{number(box.x)}" y="{number(box.y)}" width="{number(box.width)}" height="{number(box.height)}"'
    return f'{sides} rx="{number(frame.radius)}"' if frame.radius else sides

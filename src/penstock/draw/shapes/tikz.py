r"""Pictures as TikZ, for papers: `\input` it, or let the file be a document of its own.

The fonts are those of the paper, at the sizes of the picture; where they are wider than the picture has room for, texts
are made smaller.  Colours have names that a paper may define otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator

from penstock.draw.shapes.metrics import TIMES, Typeface, text_width
from penstock.draw.shapes.pdf import POINTS
from penstock.draw.shapes.shapes import Dot, Line, Pen, Point, Rectangle, Role, Sheet, TextLine, flat
from penstock.draw.shapes.themes import Theme, colours
from penstock.draw.text import flatten

LARGEST = 16_000.0
"""TeX knows no longer sides, in points."""
_FIT = (
    r"\providecommand\pkfit[2]{\setbox0\hbox{#2}"
    r"\ifdim\wd0>#1\relax\resizebox{#1}{!}{\box0}\else\box0\fi}"
)
_FACES: dict[Typeface, str] = {"mono": r"\ttfamily", "sans": r"\sffamily", "serif": r"\rmfamily"}
_SIGNS = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "#": r"\#",
    "%": r"\%",
    "&": r"\&",
    "$": r"\$",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "-{}",
    ",": ",{}",
    "!": "!{}",
    "?": "?{}",
    "…": r"\ldots{}",
    "→": r"\ensuremath{\rightarrow}",
    "↔": r"\ensuremath{\leftrightarrow}",
    "∞": r"\ensuremath{\infty}",
    TIMES: r"\ensuremath{\times}",
    "·": r"\ensuremath{\cdot}",
    " ": "~",
}


def write_tikz(sheet: Sheet, theme: Theme = "auto", width: float | None = None) -> str:
    """Write a picture to be used in a document, which loads `tikz` and the font encoding T1."""
    scale = POINTS * (1.0 if width is None else width / sheet.width)
    lines = [f"% {flatten(sheet.title)}", r"\begin{tikzpicture}[x=1bp,y=-1bp,line cap=butt,line join=miter]"]
    lines.append(_FIT)
    lines += [rf"\definecolor{{pk{role}}}{{HTML}}{{{name[1:].upper()}}}" for role, name in colours(theme).items()]
    paper = rf"(0,0) rectangle ({_n(sheet.width * scale)},{_n(sheet.height * scale)})"
    lines.append(rf"\useasboundingbox {paper};")
    lines += [rf"\fill[pkpaper] {paper};"] if theme == "dark" else []
    lines += [line for shape, shift in flat(sheet.shapes) for line in _shape(shape, shift, scale)]
    return "\n".join([*lines, r"\end{tikzpicture}%", ""])


def write_tex(sheet: Sheet, theme: Theme = "auto", width: float | None = None) -> str:
    """Write a document that has the picture on its only page."""
    scale = POINTS * (1.0 if width is None else width / sheet.width)
    return "\n".join(
        [
            r"\documentclass{article}",
            r"\usepackage[T1]{fontenc}",
            r"\usepackage{textcomp}",
            r"\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}",
            r"\usepackage{tikz}",
            r"\ifdefined\pdfpagewidth\else\let\pdfpagewidth\pagewidth\let\pdfpageheight\pageheight\fi",
            r"\begin{document}",
            rf"\pdfpagewidth={_n(sheet.width * scale)}bp \pdfpageheight={_n(sheet.height * scale)}bp",
            r"\hoffset=-1in \voffset=-1in",
            r"\shipout\hbox{%",
            write_tikz(sheet, theme, width) + "}",
            r"\end{document}",
            "",
        ]
    )


def _shape(shape: object, shift: Point, scale: float) -> Iterator[str]:
    match shape:
        case Line():
            pens = " ".join(_pen(pen, shift, scale) + (" -- cycle" if shape.fill else "") for pen in shape.pens)
            yield rf"\path[{_look(shape.fill, shape.edge, shape.weight * scale, shape.dashes, scale)}] {pens};"
        case Rectangle(box, radius, fill, edge, weight):
            rounded = f",rounded corners={_n(min(radius, box.width / 2, box.height / 2) * scale)}bp" if radius else ""
            ends = (box.x, box.y), (box.x + box.width, box.y + box.height)
            corners = " rectangle ".join(_at(end, shift, scale) for end in ends)
            yield rf"\path[{_look(fill, edge, weight * scale, (), scale)}{rounded}] {corners};"
        case Dot(middle, radius, fill):
            yield rf"\fill[pk{fill}] {_at(middle, shift, scale)} circle[radius={_n(radius * scale)}bp];"
        case TextLine():
            yield from _words(shape, shift, scale)


def _words(words: TextLine, shift: Point, scale: float) -> Iterator[str]:
    anchor = {"start": "base west", "middle": "base", "end": "base east"}[words.anchor]
    size = words.size * scale
    face = _FACES[words.face] + r"\bfseries" * words.bold
    font = rf"{face}\fontsize{{{_n(size)}bp}}{{{_n(size * 1.2)}bp}}\selectfont"
    # A little paper behind the text keeps it readable on top of lines.
    behind = "fill=pkpaper,fill opacity=.85,text opacity=1," if words.halo else ""
    look = f"{behind}inner sep={_n(scale) if words.halo else 0}bp,anchor={anchor},text=pk{words.role},font={font}"
    room = text_width(words.text, size, words.face, words.bold)
    fitted = rf"\pkfit{{{_n(room)}bp}}{{{escaped(words.text)}}}"
    yield rf"\node[{look}] at {_at(words.place, shift, scale)} {{{fitted}}};"


def escaped(text: str) -> str:
    """A text as TeX shows it; what its fonts do not have is told by its number."""
    return "".join(map(_sign, flatten(text)))


def _sign(character: str) -> str:
    if character in _SIGNS:
        return _SIGNS[character]
    return character if character.isascii() else rf"\textless{{}}{ord(character):X}\textgreater{{}}"


def _look(fill: Role | None, edge: Role | None, weight: float, dashes: tuple[float, ...], scale: float) -> str:
    parts = [f"fill=pk{fill}"] if fill else []
    parts += [f"draw=pk{edge},line width={_n(weight)}bp"] if edge else []
    if dashes:
        lengths = (f"{'on' if at % 2 == 0 else 'off'} {_n(length * scale)}bp" for at, length in enumerate(dashes))
        parts.append(f"dash pattern={' '.join(lengths)}")
    return ",".join(parts)


def _pen(pen: Pen, shift: Point, scale: float) -> str:
    parts = [_at(pen.start, shift, scale)]
    for stroke in pen.strokes:
        if len(stroke) == 1:
            parts.append(f"-- {_at(stroke[0], shift, scale)}")
        else:
            first, second, end = (_at(point, shift, scale) for point in stroke)
            parts.append(f".. controls {first} and {second} .. {end}")
    return " ".join(parts)


def _at(point: Point, shift: Point, scale: float) -> str:
    return f"({_n((point[0] + shift[0]) * scale)},{_n((point[1] + shift[1]) * scale)})"


def _n(value: float) -> str:
    return f"{round(value, 2) + 0.0:.10g}"

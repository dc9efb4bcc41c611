"""Which form of a picture the ending of a file's name stands for."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from os.path import splitext

from penstock.errors import UsageError

PICTURE_ENDINGS = {
    ".svg": "svg",
    ".pdf": "pdf",
    ".png": "png",
    ".tikz": "tikz",
    ".tex": "tex",
    ".dot": "dot",
    ".gv": "dot",
    ".mmd": "mermaid",
    ".mermaid": "mermaid",
}
BINARY = ("pdf", "png")
SHEET_FORMS = ("svg", "pdf", "png", "tikz", "tex")
GRAPH_FORMS = (*SHEET_FORMS, "dot", "mermaid")
_FILES = {
    "msc": (*SHEET_FORMS, "mermaid", "text"),
    "occupancy": SHEET_FORMS,
    "waits": GRAPH_FORMS,
    "graph": (*GRAPH_FORMS, "json"),
    "plot": SHEET_FORMS,
}
"""The options that name a file for a picture, and the forms that it can have."""
RUN_PICTURES = ("msc", "occupancy", "waits")
"""Those about a run."""
_ENDINGS = PICTURE_ENDINGS | {".txt": "text", ".json": "json"}


def check_picture_files(arguments: Namespace) -> None:
    """Refuse names that do not say what is to be drawn, before anything else is done."""
    for option, forms in _FILES.items():
        if path := getattr(arguments, option, None):
            form_of(path, forms)


def form_of(path: str, forms: Sequence[str]) -> str:
    """The form that the name of a file asks for; without an ending, the first one."""
    ending = splitext(path)[1].lower()
    form = _ENDINGS.get(ending, "") if ending else forms[0]
    if form not in forms:
        known = ", ".join(ending for ending, name in _ENDINGS.items() if name in forms)
        raise UsageError(f"cannot tell from `{path}` what to draw: use a name with one of {known}")
    return form

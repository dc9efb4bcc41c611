"""What agents can read: short pages about the language, what each code means, and how to write a good model."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources

from penstock.diagnostics.catalogue import CATALOGUE, explain

REFERENCE = "penstock://reference/"
DIAGNOSTICS = "penstock://diagnostics"
CODE = "code"
DIAGNOSTIC = f"{DIAGNOSTICS}/{{{CODE}}}"
PROMPT = "write-model"
WISH = "wish"
_PAGES = {
    "statements": "processes, statements, data, labels: what every model is made of",
    "channels": "sending and receiving, rendezvous, what waits for what",
    "ltl": "assertions and temporal formulas: how to say what must hold",
    "timers": "discrete time: set, reset, expire",
    "actors": "actor models (.apml): actors with mailboxes",
    "open-models": "components whose environment is not part of the model",
}


@dataclass(frozen=True, slots=True)
class Page:
    uri: str
    name: str
    title: str
    about: str


def pages() -> list[Page]:
    found = [Page(f"{REFERENCE}{name}", name, _title(name), about) for name, about in _PAGES.items()]
    return [*found, Page(DIAGNOSTICS, "diagnostics", "All codes of findings", "each code with its title")]


def page_text(uri: str) -> str | None:
    """None if there is no such page."""
    if uri == DIAGNOSTICS:
        return "# Findings\n\n" + "\n".join(f"- {code}: {CATALOGUE[code].title}" for code in sorted(CATALOGUE)) + "\n"
    if uri.startswith(f"{DIAGNOSTICS}/"):
        return explain(uri.removeprefix(f"{DIAGNOSTICS}/"))
    name = uri.removeprefix(REFERENCE)
    return _written(name) if uri.startswith(REFERENCE) and name in _PAGES else None


def codes(begin: str) -> list[str]:
    return sorted(code for code in CATALOGUE if code.startswith(begin.upper()))


def prompt_text(wish: str) -> str:
    return _written(PROMPT).replace(WISH.upper(), wish)


def instructions() -> str:
    return _written("instructions")


def _title(name: str) -> str:
    return _written(name).partition("\n")[0].removeprefix("# ")


@cache
def _written(name: str) -> str:
    return resources.files(__package__).joinpath("pages", f"{name}.md").read_text(encoding="utf-8")

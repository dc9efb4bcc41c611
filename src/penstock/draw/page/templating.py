"""Templates, filled in: whatever a model contains is escaped on its way in."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from jinja2 import Environment, PackageLoader, StrictUndefined

from penstock.draw.text import clean

_PAGES = Environment(
    loader=PackageLoader("penstock.draw.page"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    undefined=StrictUndefined,
)


def filled(template: str, **values: object) -> str:
    """A template with these values; characters that no page may hold are replaced."""
    return clean(_PAGES.get_template(template).render(values))


def script() -> str:
    return _PAGES.get_template("script.js").render()


def policy() -> str:
    """Nothing may be loaded, and no script may run but our own: the page shows texts of unknown origin."""
    own = b64encode(sha256(script().encode()).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{own}'"

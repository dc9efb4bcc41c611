"""The list of decisions, out of their titles."""

from __future__ import annotations

import re

from manual.files import ROOT

HEAD = """# Decisions

Why things are as they are, one page each.

"""


def decisions_page() -> str:
    pages = sorted((ROOT / "docs" / "decisions").glob("[0-9]*.md"))
    return HEAD + "".join(f"- [{page.stem[:4]}]({page.name}) {_title(page.read_text())}\n" for page in pages)


def _title(text: str) -> str:
    return re.sub(r"^# *(\d+[.:] *)?", "", text.partition("\n")[0])

"""The never claims that SPIN makes of a model's ltl formulas."""

from __future__ import annotations

import re
from pathlib import Path

from penstock.spin.generating import generate
from penstock.spin.tools import ToolFailed, Tools
from penstock.spin.workspace import ModelText

_WRITTEN = "_spin_nvr.tmp"
"""Where SPIN leaves the claims it makes."""
_SECONDS = 60.0
_GIVEN_UP = re.compile(r"atomic \{ (\(.*\)) -> assert\(!\1\) \}")
"""What SPIN writes where nothing that follows could make the formula true any more."""
_ALL = re.compile(r"^(accept_all:\s*)skip$", re.MULTILINE)
_CLAIM = re.compile(r"^never (\w+) (\{.*?^\})", re.MULTILINE | re.DOTALL)


def claims_of_formulas(tools: Tools, model: ModelText, directory: Path) -> dict[str, str]:
    """For each ltl formula, by name, a never claim without a name that accepts what violates the formula."""
    generate(tools, model, directory, _SECONDS, lambda: False)
    return claims_made_in(directory)


def claims_made_in(directory: Path) -> dict[str, str]:
    """The same where SPIN has made a verifier."""
    try:
        text = (directory / _WRITTEN).read_text(errors="surrogateescape")
    except OSError:
        raise ToolFailed("SPIN did not make never claims from the ltl formulas") from None
    return {name: f"never {body}\n" for name, body in _CLAIM.findall(text)}


def endless(claim: str) -> str:
    """The claim without the shortcut that SPIN takes where a formula is lost: it goes on, and accepts what follows."""
    return _ALL.sub(r"\1do :: skip od", _GIVEN_UP.sub(r"\1 -> goto accept_all", claim))

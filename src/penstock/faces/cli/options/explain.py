"""`penstock explain`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.explain import ExplainRequest

DESCRIPTION = "Explain a finding: the rule, the reason for it, and a model that breaks and one that keeps it."
EPILOG = "without a code: list all codes"

COMMAND = Command(ExplainRequest, DESCRIPTION, EPILOG, ())

"""`penstock explain`: its help and options."""

from __future__ import annotations

from penstock.faces.cli.command import Command
from penstock.tasks.requests.explain import ExplainRequest

DESCRIPTION = "Explain a finding: the rule, the reason for it, a model that breaks it and one that follows it."
EPILOG = "without a code: list all codes"

COMMAND = Command(ExplainRequest, DESCRIPTION, EPILOG, ())

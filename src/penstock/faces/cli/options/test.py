"""`penstock test`: its help and options."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from penstock.errors import UsageError
from penstock.faces.cli.command import Command
from penstock.project.requests.test import TestRequest

DESCRIPTION = """Is every model of a project as it is expected to be?  What is expected stands in penstock.toml, which
is looked for from here upwards, and in comments of the models: `ltl p { ... } /* expect: violated */`,
`chan q = [4] of { byte }; /* expect: <= 3 */`.  Answers are kept: what has not changed is not asked again, but proofs
are rechecked and runs replayed."""
EPILOG = """exit status: 0 all is as expected, 1 something is not, 2 mistakes in the project or in a model, 3 undecided,
  4 SPIN or the C compiler is missing, or failed
examples:
  penstock test
  penstock test models/abp.pml --no-cache
  penstock test --only safety --fail-fast
  penstock test --watch
  penstock test --cluster tcp://scheduler:8786
  penstock test --format github --junit results.xml"""


def add_files(parser: ArgumentParser) -> None:
    parser.add_argument("--update", action="store_true", help="write what was seen into penstock.toml")
    parser.add_argument("--watch", action="store_true", help="test again whenever a file changes, until Ctrl-C")
    parser.add_argument("--junit", metavar="FILE", help="write the results as JUnit's XML, besides the output")
    parser.add_argument("--sarif", metavar="FILE", help="write what is not as expected as SARIF, besides the output")


def refuse(arguments: Namespace) -> None:
    if arguments.watch and (arguments.update or arguments.junit or arguments.sarif):
        raise UsageError("--watch only shows: leave out --update, --junit and --sarif")


FORMATS = ("text", "json", "junit", "sarif", "github")
COMMAND = Command(TestRequest, DESCRIPTION, EPILOG, FORMATS, add_files, refuse=refuse)

"""Pictures written into files, as the user wants them to look."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Mapping
from typing import Any

from penstock.draw.forms import Form, as_bytes, chart_forms, graph_forms, plot_forms
from penstock.draw.graph.waits import wait_graph
from penstock.draw.plot.occupancy import occupancy_plot
from penstock.draw.shapes.look import PictureLook
from penstock.faces.cli.console import Console, Written
from penstock.faces.cli.endings import RUN_PICTURES, form_of
from penstock.faces.cli.files import replace_file
from penstock.machine.trace import RunTrace


def look_of(arguments: Namespace) -> PictureLook:
    return PictureLook(arguments.width, arguments.font, arguments.theme)


def write_picture(path: str, forms: Mapping[str, Form]) -> None:
    """Draw into a file, in the form that its name asks for."""
    replace_file(path, as_bytes(forms[form_of(path, list(forms))]))


def wanted_run_pictures(arguments: Namespace) -> list[str]:
    """The files for pictures of a run that the user named."""
    return [path for option in RUN_PICTURES if (path := getattr(arguments, option)) is not None]


def write_run_pictures(arguments: Namespace, trace: RunTrace, console: Console) -> None:
    """Draw all pictures of a run that the user asked for."""
    look = look_of(arguments)
    if arguments.msc is not None:
        write_picture(arguments.msc, chart_forms(trace, look))
    if arguments.occupancy is not None:
        write_picture(arguments.occupancy, plot_forms(lambda: occupancy_plot(trace), look))
    if arguments.waits is not None and trace.waiting:
        write_picture(arguments.waits, graph_forms(lambda: [wait_graph(trace)], look))
    elif arguments.waits is not None:
        console.say(f"no process waits where the run ends: `{arguments.waits}` is not written")


def shown_by(forms: Mapping[str, Form]) -> dict[str, Callable[[Any], Written]]:
    """Forms of a picture as forms of the outcome that it shows."""

    def shown(form: Form) -> Callable[[Any], Written]:
        return lambda _outcome: form()

    return {name: shown(form) for name, form in forms.items()}

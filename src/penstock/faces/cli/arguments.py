"""Arguments derived from the record of a request, and requests made of arguments."""

from __future__ import annotations

from argparse import Action, ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from penstock.faces.cli.standard_input import source_from, text_beside
from penstock.reading.source import Source, TextFile
from penstock.records import OPTION, composed

_GROUPS = {"ActorChoices": "actor models (.apml)", "Opening": "open models"}
"""Records inside of requests that are shown as a group of their own."""


def seconds(text: str) -> float:
    """The type of an option that is a time."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e9:
        raise ArgumentTypeError(f"`{text}` is not a number of seconds greater than 0")
    return value


def whole_number(least: int, most: int | None = None) -> Callable[[str], int]:
    """The type of an option that is a number, not smaller than `least` and not greater than `most`."""

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            value = least - 1
        if value < least or (most is not None and value > most):
            until = "on" if most is None else f"to {most}"
            raise ArgumentTypeError(f"`{text}` is not a whole number from {least} {until}")
        return value

    return read


def format_argument(parser: ArgumentParser, formats: Sequence[str]) -> None:
    if formats:
        parser.add_argument(
            "--format", choices=formats, help=f"form of the output (default: by the ending of -o FILE, or {formats[0]})"
        )


class _Files(Action):
    """Several models, and the first of them for whoever needs just one."""

    def __call__(self, _parser: ArgumentParser, namespace: Namespace, values: Any, _option: str | None = None) -> None:
        namespace.files, namespace.file = values, values[0]


def add_request_arguments(parser: ArgumentParser, request: type, several: bool = False) -> None:
    hints = get_type_hints(request)
    for one in sorted(fields(request), key=_follows_the_model):
        kind = hints[one.name]
        if kind is Source:
            _add_model(parser, several)
            _add_options(parser, kind)
            parser.add_argument(
                "--no-project", dest="project", action="store_false", help="leave the defaults in penstock.toml aside"
            )
            parser.add_argument("--stages", metavar="DIR", help="write what each stage of reading makes of the model")
        elif kind is TextFile:
            parser.add_argument(one.name, metavar=one.name.upper(), help=one.metadata["text"])
        elif is_dataclass(kind) and isinstance(kind, type):
            _add_options(parser.add_argument_group(_GROUPS[kind.__name__]), kind)
        else:
            _add_option(parser, one, kind)


def _add_model(parser: ArgumentParser, several: bool) -> None:
    if several:
        text = "models, directories or quoted patterns; `-` reads the standard input"
        parser.add_argument("file", metavar="FILE", nargs="+", action=_Files, help=text)
    else:
        parser.add_argument("file", metavar="FILE", help="the model; `-` reads the standard input")


def _follows_the_model(described: Field[Any]) -> bool:
    told = described.metadata.get(OPTION, {})
    return not told.get("positional") or bool(told.get("after"))


def _add_options(parser: Any, kind: type) -> None:
    hints = get_type_hints(kind)
    for one in fields(kind):
        _add_option(parser, one, hints[one.name])


def _add_option(parser: Any, described: Field[Any], kind: Any) -> None:
    told = described.metadata.get(OPTION)
    if told is None:
        return
    names = [name for name in (told.get("short"), told.get("flag", f"--{described.name.replace('_', '-')}")) if name]
    if told.get("positional"):
        nargs = {"nargs": "*"} if told["positional"] == "many" else {"nargs": "?", "default": described.default}
        parser.add_argument(described.name, **nargs, metavar=told["metavar"], help=told["help"])
        return
    parser.add_argument(*names, dest=described.name, help=told["help"], **_behaviour(described, told, kind))


def _behaviour(described: Field[Any], told: dict[str, Any], kind: Any) -> dict[str, Any]:
    """How argparse treats an option with this type of values."""
    default = None if described.default is MISSING else described.default
    if kind is bool:
        return {"action": "store_false" if default else "store_true"}
    shown = {"metavar": told["metavar"]} if "metavar" in told else {}
    if get_origin(kind) is tuple:
        return {"action": "append", "default": [], **shown}
    if get_origin(kind) in (UnionType, Union):
        kind = next(part for part in get_args(kind) if part is not NoneType)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return {
            "type": str,
            "choices": [member.value for member in kind],
            "default": default and default.value,
            **shown,
        }
    if get_origin(kind) is Literal:
        return {"choices": get_args(kind), "default": default, **shown}
    whole = whole_number(told.get("least", -(10**18)), told.get("most"))
    types = {int: whole, float: told.get("type", seconds), str: str}
    return {"type": types[kind], "default": default, **shown}


def request_from(request: type, arguments: Namespace) -> Any:
    """The request that the arguments stand for; a model is read here, since the standard input has it only once.

    Fields that are not options are left to the verb.
    """
    return composed(request, lambda one, kind: _value(arguments, one, kind))


def _value(arguments: Namespace, described: Field[Any], kind: Any) -> Any:
    if kind is Source:
        return source_from(arguments)
    if kind is TextFile:
        path = getattr(arguments, described.name)
        return TextFile(path, text_beside(arguments, path))
    if OPTION not in described.metadata:
        return MISSING
    value = getattr(arguments, described.name)
    if isinstance(value, list):
        return tuple(value)
    return kind(value) if isinstance(kind, type) and issubclass(kind, Enum) else value

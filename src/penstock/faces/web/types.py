"""The protocol in TypeScript: `python -m penstock.faces.web.types` writes web/src/protocol.ts anew."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, is_dataclass
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from penstock.faces.data.asking import Parameter, parameters
from penstock.faces.web.found import OF_THE_RUN
from penstock.faces.web.methods import JOBS, METHODS
from penstock.faces.web.protocol import PageProblem, ProgressNews
from penstock.faces.web.verbs import ASKED_VERBS, answer_type, page_parameters
from penstock.records import shown_fields
from penstock.verbs import outcome_type

WRITTEN = "web/src/protocol.ts"
_HEAD = "// Written by `python -m penstock.faces.web.types` from the records in Python: change those.\n"
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", NoneType: "null", Any: "any"}
_MODEL = "ModelParams"


class TypeScript:
    """Collects the interfaces that a type needs."""

    def __init__(self) -> None:
        self.known: dict[str, str] = {}

    def form(self, kind: Any) -> str:
        if kind in _PLAIN:
            return _PLAIN[kind]
        origin, inner = get_origin(kind), get_args(kind)
        if origin in (UnionType, Union):
            return " | ".join(dict.fromkeys(self.form(part) for part in inner))
        if origin is Literal:
            return " | ".join(_quoted(one) for one in inner)
        if origin in (tuple, list, frozenset, set):
            return self._array(inner)
        if origin is dict:
            return f"Record<string, {self.form(inner[1])}>"
        if isinstance(kind, type) and issubclass(kind, Enum):
            return self._named(kind.__name__, lambda: " | ".join(_quoted(one.value) for one in kind), alias=True)
        if is_dataclass(kind) and isinstance(kind, type):
            return self._named(kind.__name__, lambda: self._fields(kind))
        raise TypeError(f"{kind} has no form in TypeScript")

    def _array(self, inner: tuple[Any, ...]) -> str:
        if len(inner) == 2 and inner[1] is not Ellipsis:
            return f"[{', '.join(map(self.form, inner))}]"
        element = self.form(inner[0])
        return f"({element})[]" if " " in element else f"{element}[]"

    def _named(self, name: str, body: Any, alias: bool = False) -> str:
        if name not in self.known:
            self.known[name] = ""  # it may contain itself
            self.known[name] = f"export type {name} = {body()};" if alias else f"export interface {name} {{\n{body()}}}"
        return name

    def _fields(self, kind: type) -> str:
        hints = get_type_hints(kind)
        given = kind.__name__.endswith("Params")
        return "".join(
            _member(key, self.form(hints[one.name]), one.metadata.get("text", ""), given and one.default is not MISSING)
            for key, one in shown_fields(kind)
        )

    def asked(self, name: str, known: list[Parameter]) -> str:
        """An interface for the parameters of a verb; what has a default may be left out."""
        return self._named(
            name, lambda: "".join(_member(one.name, self.form(one.kind), one.text, optional=True) for one in known)
        )


def _member(name: str, kind: str, text: str, optional: bool) -> str:
    comment = f"  /** {text.replace('*/', '* /')} */\n" if text else ""
    return f"{comment}  {name}{'?' if optional else ''}: {kind};\n"


def _quoted(value: Any) -> str:
    return '"' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'


def typescript() -> str:
    """The whole file."""
    writer = TypeScript()
    for kind in (PageProblem, ProgressNews):
        writer.form(kind)
    methods = "".join(f"  {line}\n" for line in _methods(writer))
    body = "\n\n".join(writer.known.values()).replace("  model: Record<string, any>", f"  model: {_MODEL}")
    jobs = ", ".join(map(_quoted, sorted(JOBS)))
    listed = f"/** What has a process of its own. */\nexport const JOBS: readonly string[] = [{jobs}];"
    return f"{_HEAD}\n{body}\n\nexport interface Methods {{\n{methods}}}\n\n{listed}\n"


def _methods(writer: TypeScript) -> Iterator[str]:
    writer.asked(_MODEL, [one for one in parameters("simulate") if one.name not in OF_THE_RUN])
    for name, method in METHODS.items():
        yield f'"{name}": {{ params: {writer.form(method.params)}; result: {writer.form(method.result)} }};'
    for verb in ASKED_VERBS:
        asked = writer.asked(f"{verb.capitalize()}Params", page_parameters(verb))
        answer = writer.form(answer_type(verb))
        outcome = writer.form(outcome_type(verb))
        yield f'"{verb}": {{ params: {asked}; result: {answer} & {{ outcome: {outcome} }} }};'


if __name__ == "__main__":
    Path(WRITTEN).write_text(typescript())

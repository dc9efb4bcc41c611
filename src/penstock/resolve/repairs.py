"""What would repair a model whose names or arguments do not fit: changes to its text.

q!1             of { byte, byte }     ->   q!1, 0
count = 1       not declared          ->   byte count; ... count = 1
"""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from penstock.diagnostics.record import Fix, TextChange
from penstock.resolve.model import Model
from penstock.resolve.symbols import ProcessNames, Variable
from penstock.syntax.nodes import Goto, Labelled, Node, Proctype, Reference, VariableDeclaration

LABELS_WITH_MEANING = ("progress", "accept", "end")
_CHANNEL_OPERATORS = frozenset(["!", "!!", "?", "??"])
PLACEHOLDERS = {"bool": "false"}
IGNORED = "_"
Fixes = tuple[Fix, ...]


def replacing(model: Model, first: int, last: int, new: str, title: str) -> Fixes:
    """Put a text in place of some tokens, if they stand together in a text."""
    tokens = model.syntax.tokens
    start, behind = tokens.positions[first], tokens.positions[last]
    made = model.sources.expansion(start) is not None or model.sources.expansion(behind) is not None
    if made or behind < start or model.sources.file_at(start) is not model.sources.file_at(behind):
        return ()
    file, end = model.sources.file_at(start), behind + len(tokens.texts[last])
    return (Fix(title, (TextChange(start, file.text[start - file.base : end - file.base], new),)),)


# -- names that are not declared -------------------------------------------------------------------


def declaring(model: Model, process: ProcessNames | None, reference: Reference) -> Fixes:
    """Declare a name: in its process, or for all of them."""
    if reference.member is not None or model.syntax.translation is not None:
        return ()
    text = _declaration(model, reference)
    found = [_declare_globally(model, process, reference.name, text)]
    if process is not None and not text.startswith("chan"):
        found.insert(0, _declare_in(model, process, reference.name, text))
    return tuple(found)


def remote_repair(model: Model, process: ProcessNames, at: int) -> tuple[str | None, Fixes]:
    """About the token `at`, which is no label after `@`, or no variable after `:`, of a process."""
    tokens = model.syntax.tokens
    names = {variable.name: ":" for variable in (*process.parameters, *process.locals)}
    names |= {label.name: "@" for label in process.labels}
    name, sign = tokens.texts[at], tokens.texts[at - 1]
    other = names.get(name)
    if other is not None:
        what = "label" if other == "@" else "variable"
        return f"`{name}` is a {what}: write `{other}` before it", model.renaming(at - 1, other)
    similar = get_close_matches(name, [one for one, its in names.items() if its == sign], 1, 0.7)
    return (f"did you mean `{similar[0]}`?", model.renaming(at, similar[0])) if similar else (None, ())


def as_label(model: Model, reference: Reference) -> Fixes:
    """`end` alone on a line is meant for a label, and so is what something jumps to."""
    kinds, texts, at = model.syntax.tokens.kinds, model.syntax.tokens.texts, reference.first
    alone = kinds[at - 1] in (";", "{", "::", "->") and kinds[at + 1] == ";"
    jumped = any(node.label == reference.name for node in model.nodes.of(Goto))
    if not alone or not (jumped or reference.name.startswith(LABELS_WITH_MEANING)):
        return ()
    return model.renaming(at + 1, ":") if texts[at + 1] else model.renaming(at, f"{reference.name}:")


def _declaration(model: Model, reference: Reference) -> str:
    if model.syntax.tokens.kinds[reference.last + 1] in _CHANNEL_OPERATORS:
        return f"chan {reference.name} = [1] of {{ byte }};"
    return f"byte {reference.name}{'[8]' if reference.index is not None else ''};"


def _declare_in(model: Model, process: ProcessNames, name: str, text: str) -> Fix:
    at = process.node.body.first - 1
    opened = model.syntax.tokens.positions[at]
    return Fix(f"declare `{name}` in {_said(process)}", (TextChange(opened, "{", f"{{\n    {text}"),))


def _said(process: ProcessNames) -> str:
    return f"`{process.name}`"


def _declare_globally(model: Model, process: ProcessNames | None, name: str, text: str) -> Fix:
    units = model.syntax.program.units
    unit: Node = process.node if process is not None else units[0]
    tokens = model.syntax.tokens
    first = tokens.texts[unit.first]
    return Fix(
        f"declare `{name}` for all processes", (TextChange(tokens.positions[unit.first], first, f"{text}\n{first}"),)
    )


# -- labels ----------------------------------------------------------------------------------------


def labelling(model: Model, labelled: Labelled, opened: int) -> Fixes:
    """Move a label from the first statement of a block to the block, whose brace is the token `opened`."""
    tokens = model.syntax.tokens
    start = opened - (tokens.kinds[opened - 1] in ("atomic", "d_step"))
    text = tokens.written(model.sources, labelled.first, labelled.statement.first)
    label = text[: len(text) - len(tokens.texts[labelled.statement.first])]
    if not label or tokens.kinds[start - 1] == ":":
        return ()
    word = tokens.texts[start]
    edits = (
        TextChange(tokens.positions[start], word, f"{labelled.label}: {word}"),
        TextChange(tokens.positions[labelled.first], label, ""),
    )
    return (Fix("label the whole block", edits),)


# -- arguments -------------------------------------------------------------------------------------


def fitting(model: Model, node: Node, given: Sequence[Node], wanted: Sequence[str], ignorable: bool = False) -> Fixes:
    """As many arguments as are wanted, by their types; where they may be ignored, `_` stands for missing ones."""
    if len(given) > len(wanted):
        return _fewer(model, node, given, len(wanted))
    missing = [IGNORED if ignorable else PLACEHOLDERS.get(kind, "0") for kind in wanted[len(given) :]]
    if not given or not missing or (not ignorable and "chan" in wanted[len(given) :]):
        return ()
    if not _ends(model, node, given[-1]):
        return ()
    last = given[-1].last
    old = model.syntax.tokens.texts[last]
    new = ", ".join([old, *missing])
    title = f"add `{', '.join(missing)}`"
    return (Fix(title, (TextChange(model.syntax.tokens.positions[last], old, new),)),)


def _fewer(model: Model, node: Node, given: Sequence[Node], wanted: int) -> Fixes:
    if wanted == 0 or not _ends(model, node, given[-1]):
        return ()
    kept = given[wanted - 1].last
    tokens = model.syntax.tokens
    if tokens.kinds[kept + 1] != ",":
        return ()
    return replacing(model, kept, given[-1].last, tokens.texts[kept], "leave out what is too much")


def _ends(model: Model, node: Node, last: Node) -> bool:
    """Whether nothing but a parenthesis follows the last argument: one of its own might be between them."""
    return last.last == node.last or (last.last + 1 == node.last and model.syntax.tokens.kinds[node.last] == ")")


# -- what is not needed ----------------------------------------------------------------------------


def removing(model: Model, variable: Variable) -> Fixes:
    """Take away a declaration of one variable, with its line if nothing else is there."""
    declaration = next(
        (one for one in model.nodes.of(VariableDeclaration) if list(one.variables) == [variable.declarator]), None
    )
    if declaration is None or variable.parameter or model.syntax.translation is not None:
        return ()
    last = declaration.last + (model.syntax.tokens.texts[declaration.last + 1] == ";")
    found = replacing(model, declaration.first, last, "", f"remove `{variable.name}`")
    return tuple(_whole_lines(model, fix) for fix in found)


def _whole_lines(model: Model, fix: Fix) -> Fix:
    [edit] = fix.edits
    file = model.sources.file_at(edit.position)
    start = edit.position - file.base
    end = start + len(edit.old)
    begin = file.text.rfind("\n", 0, start) + 1
    stop = file.text.find("\n", end) + 1
    if stop and not file.text[begin:start].strip() and not file.text[end:stop].strip():
        start, end = begin, stop
    return Fix(fix.title, (TextChange(file.base + start, file.text[start:end], ""),))


def starting(model: Model) -> Fixes:
    """Let the first process type that needs no arguments run by itself."""
    for unit in model.syntax.program.units:
        if isinstance(unit, Proctype) and not unit.parameters:
            tokens = model.syntax.tokens
            word = tokens.texts[unit.first]
            edit = TextChange(tokens.positions[unit.first], word, f"active {word}")
            return (Fix(f"start `{unit.name}` by itself", (edit,)),) if not unit.active else ()
    return ()

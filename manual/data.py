"""The reference of all fields in the data that commands print, out of their JSON Schemas."""

from __future__ import annotations

from typing import Any

from penstock.faces.data.schema import WITH_JSON, schema_of

Json = dict[str, Any]
HEAD = """# JSON, field by field

What `--format json` prints, and what `to_dict()` gives in Python, for each command.  Each field is always there; those
that may have no value say `null`.  The same as [JSON Schema](https://json-schema.org): {schemas}, and for
`penstock.toml` [project](../schema/project.json).
"""


def data_page() -> str:
    links = ", ".join(f"[{verb}](../schema/{verb}.json)" for verb in WITH_JSON)
    return HEAD.format(schemas=links) + "".join(_section(verb, schema_of(verb)) for verb in WITH_JSON)


def _section(verb: str, schema: Json) -> str:
    text = f"\n## penstock {verb} --format json\n"
    for form in schema.get("anyOf", [schema]):
        text += f"\n{_opening(verb, form)}\n"
    for name, form in schema.get("$defs", {}).items():
        text += f"\n### {name} {{ #{_anchor(verb, name)} }}\n\n{_table(verb, form)}\n"
    return text


def _opening(verb: str, form: Json) -> str:
    if "$ref" in form:
        return f"For one model: {kind_of(verb, form)}."
    several = list(form["properties"]) == ["files"]
    return f"{'For several models' if several else 'One object'}:\n\n{_table(verb, form)}"


def _table(verb: str, form: Json) -> str:
    rows = [
        f"| `{name}` | {kind_of(verb, one)} | {_cell(one.get('description', ''))} |"
        for name, one in form["properties"].items()
    ]
    return "\n".join(["| field | type | meaning |", "| --- | --- | --- |", *rows])


def kind_of(verb: str, form: Json) -> str:
    """A type in words, with links to the records that it is made of."""
    if "$ref" in form:
        name = form["$ref"].rsplit("/", 1)[-1]
        return f"[{name}](#{_anchor(verb, name)})"
    if "anyOf" in form:
        return " or ".join(kind_of(verb, part) for part in form["anyOf"])
    if "enum" in form:
        return ", ".join("`null`" if value is None else f'`"{_cell(str(value))}"`' for value in form["enum"])
    return _plain(verb, form)


def _plain(verb: str, form: Json) -> str:
    kinds = form.get("type", "any value")
    if kinds == "array":
        return f"list of {kind_of(verb, form['items'])}"
    if kinds == "object" and "additionalProperties" in form:
        return f"object whose values are {kind_of(verb, form['additionalProperties'])}"
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _anchor(verb: str, name: str) -> str:
    return f"{verb}-{name.lower()}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")

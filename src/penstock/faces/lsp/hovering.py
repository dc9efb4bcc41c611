"""What an editor shows for the name, the word or the finding under the mouse."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from penstock.diagnostics.catalogue import CATALOGUE
from penstock.faces.lsp.models import ModelReading
from penstock.faces.lsp.server import EditorServer
from penstock.insight.telling import NameFacts, facts_of
from penstock.insight.text_tokens import word_at
from penstock.insight.words import ACTOR_WORDS, EVERY_WORD, SPECIFICATION_WORDS

_WORDS = EVERY_WORD | ACTOR_WORDS | SPECIFICATION_WORDS


def register(server: EditorServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        model = await server.model(params.text_document.uri)
        if model is None:
            return None
        path, offset = server.places.asked(params)
        parts = [*_names(model, path, offset), *server.told(model, path, offset), *_codes(server, model, params)]
        word = word_at(server.texts.lines(path).text, offset)
        if not parts and word is not None and word.text in _WORDS:
            parts = [f"`{word.text}`: {_WORDS[word.text]}"]
        if not parts:
            return None
        where = server.texts.lines(path).range(word.start, word.end) if word is not None else None
        return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n".join(parts)), where)


def markdown(facts: NameFacts) -> str:
    lines = [f"```promela\n{facts.declaration}\n```", *facts.sentences]
    return "\n\n".join(lines)


def _names(model: ModelReading, path: str, offset: int) -> Iterator[str]:
    yield from dict.fromkeys(markdown(facts_of(model.index, use.symbol, use)) for use in model.index.at(path, offset))
    if path == model.root:
        line = model.line_at(offset)
        for use in model.index.at(path, offset):
            reliability = model.influence.get((line, use.symbol.name))
            if reliability is not None:
                yield f"influence of the outside: {reliability.value}"


def _codes(server: EditorServer, model: ModelReading, params: types.HoverParams) -> Iterator[str]:
    path, _ = server.places.asked(params)
    for finding in model.findings:
        if model.path_of(finding.file) != path or finding.code not in CATALOGUE:
            continue
        where = server.places.marked(path, finding.line, finding.column, finding.length)
        if where.start <= params.position <= where.end:
            entry = CATALOGUE[finding.code]
            yield f"**{finding.code}**: {entry.title}\n\n{entry.paragraph}"

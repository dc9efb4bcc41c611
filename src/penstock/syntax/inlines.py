"""Calls of inlines: the text of the inline, with the arguments put in, is read in place of the call.

inline twice(v) { v = v * 2 }           x = 1; twice(x)     ->     x = 1; { x = x * 2 }
"""

from __future__ import annotations

from penstock.diagnostics.record import counted
from penstock.syntax.cursor import Inline, TooManyFailures
from penstock.syntax.environment import EnvironmentParser
from penstock.syntax.layout import CONSTANT, END, TokenLayout
from penstock.syntax.lexer import NAME, NUMBER, OPERATOR, PAINTED, STRING, Token
from penstock.syntax.nodes import Condition, Constant, Expression, InlineCall, Reference, Statement

MOST_INLINED = 1_000_000
"""More tokens than this from inlines that call each other is a mistake, not a model."""


class InlineCalls(EnvironmentParser):
    """Reads calls of inlines."""

    result: Reference | None = None
    """The variable that takes the value of `return`."""
    inlined = 0

    def statement(self) -> Statement:
        """One statement; the class for statements knows how."""
        raise NotImplementedError

    def inline_call(self, result: Reference | None) -> InlineCall:
        at = self.at
        inline = self.names.inlines[self.texts[at]]
        self.at += 1
        hint = f"`{inline.name}` is an inline: it is called as `{inline.name}(...)`"
        self.expect("(", hint=hint, missing="" if inline.parameters else "()")
        arguments = self.arguments(")")
        texts = self.argument_tokens(arguments, at + 2)
        last = self.expect(")")
        if len(arguments) != len(inline.parameters):
            self.diagnostics.report(
                "E403",
                f"inline `{inline.name}` takes {counted(len(inline.parameters), 'argument')}, not {len(arguments)}",
                self.positions[at],
                len(inline.name),
                notes=[("it is defined here", inline.position)],
            )
            return InlineCall(at, last, inline.name, arguments, result, Condition(at, at, Constant(at, at, 1)))
        if inline.active:
            raise self.fail(
                "E507",
                f"inline `{inline.name}` calls itself",
                at,
                hint="an inline is replaced by its text; use a loop or a process",
            )
        body = self._expanded(inline, texts, at, result)
        start = result.first if result is not None else at
        return InlineCall(start, last, inline.name, arguments, result, body)

    def argument_tokens(self, arguments: tuple[Expression, ...], start: int) -> list[tuple[int, int]]:
        """The token range of each argument, parentheses included."""
        ranges: list[tuple[int, int]] = []
        depth = 0
        first = start
        for at in range(start, self.at):
            kind = self.kinds[at]
            depth += (kind in ("(", "[")) - (kind in (")", "]"))
            if kind == "," and depth == 0:
                ranges.append((first, at))
                first = at + 1
        if arguments:
            ranges.append((first, self.at))
        return ranges

    def _expanded(
        self, inline: Inline, ranges: list[tuple[int, int]], call: int, result: Reference | None
    ) -> Statement:
        """Append the body with its arguments to the table, and read it there."""
        tokens = self._substituted(inline, ranges, call)
        self.inlined += len(tokens)
        if self.inlined > MOST_INLINED:
            self.report("E213", f"inlines expand to more than {MOST_INLINED:,} tokens", call)
            raise TooManyFailures
        saved = self.at, self.result, self.temporal
        self.at, self.result = len(self.table), result or self.result
        inline.active = True
        self.enter()
        try:
            TokenLayout(self.table, self.diagnostics, self.roles, inlined=True, words=self.words).run(tokens)
            statement = self.statement()
            if self.kinds[self.at] != END:
                raise self.unexpected("the end of the inline")
        finally:
            inline.active = False
            self.at, self.result, self.temporal = saved
        self.leave()
        return statement

    def _substituted(self, inline: Inline, ranges: list[tuple[int, int]], call: int) -> list[Token]:
        expand = self.diagnostics.sources.expand
        here = self.positions[call]
        actual = {
            name: [self.raw(at) for at in range(*limits)]
            for name, limits in zip(inline.parameters, ranges, strict=True)
        }
        self._check_actuals(inline, actual, call)
        tokens: list[Token] = [(OPERATOR, "{", expand(inline.name, inline.position, here, True))]
        for kind, text, position in inline.body:
            if kind in (NAME, PAINTED) and text in actual:
                tokens.extend((k, t, expand(inline.name, position, p, True)) for k, t, p in actual[text])
            else:
                tokens.append((kind, text, expand(inline.name, position, here, True)))
        tokens.append((OPERATOR, "}", expand(inline.name, inline.position, here, True)))
        return tokens

    def raw(self, at: int) -> Token:
        """A token of the table as the lexer made it."""
        kind, text = self.kinds[at], self.texts[at]
        if kind == CONSTANT and not text[0].isalpha():
            return (NUMBER if text[0] != "'" else "character", text, self.positions[at])
        if text[:1].isalpha() or text[:1] == "_":
            return (NAME, text, self.positions[at])
        return (STRING if kind == STRING else OPERATOR, text, self.positions[at])

    def _check_actuals(self, inline: Inline, actual: dict[str, list[Token]], call: int) -> None:
        """SPIN replaces text: an argument that looks like another parameter would be replaced again."""
        used = {text for kind, text, _ in inline.body if kind in (NAME, PAINTED)}
        for name, tokens in actual.items():
            text = "".join(token[1] for token in tokens)
            if name not in used or text == name:
                continue
            clash = text in actual or any(
                token[1] == name
                and ("." in (tokens[i - 1][1] if i else "", tokens[i + 1][1] if i + 1 < len(tokens) else ""))
                for i, token in enumerate(tokens)
            )
            if clash:
                raise self.fail(
                    "E508",
                    f"the argument `{text}` for `{name}` has the name of a parameter of inline `{inline.name}`",
                    call,
                    hint="rename the parameter: arguments are put in as text",
                )

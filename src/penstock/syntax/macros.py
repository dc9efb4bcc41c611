"""Macro replacement over tokens, as in C.

    #define SEND(q, m) q!m; sent++          SEND(box, 3)   ->   box!3; sent++

Each produced token remembers its place in the definition and the place of the call.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from penstock.budget import check
from penstock.diagnostics.record import Diagnostics, counted
from penstock.syntax.lexer import NAME, NEWLINE, OPERATOR, PAINTED, SPLICE, STRING, Token, scan

MOST_TOKENS = 1_000_000
"""More than this from macros is a mistake (macros that double each other), not a model."""

_LINE_ENDS = (NEWLINE, SPLICE)


class PreprocessingStopped(Exception):
    """Reading on makes no sense; the reason has been reported."""


@dataclass(eq=False)
class Macro:
    name: str
    position: int
    body: list[Token]
    parameters: list[str] | None = None
    places: tuple[int, ...] = ()
    """Where its parameters stand."""
    variadic: bool = False
    active: bool = False


@dataclass(eq=False, slots=True)
class Directives:
    """What the preprocessor met: each definition, each use of a macro by its place, each file that it included.

    A use by `#ifdef`, `#undef` or `defined` has no expansion; of a name that is not defined, there is no macro.
    `inclusions` are the place and the length of a name, and the file that was found for it.
    """

    definitions: list[Macro] = field(default_factory=list)
    uses: list[tuple[int, str, Macro | None]] = field(default_factory=list)
    inclusions: list[tuple[int, int, str]] = field(default_factory=list)
    skipped: list[tuple[int, int]] = field(default_factory=list)
    """Where groups that are not taken begin and end."""


@dataclass(eq=False)
class _Frame:
    """Tokens that are being read; `macro` is the one that produced them."""

    tokens: list[Token]
    index: int
    macro: Macro | None = None


@dataclass(eq=False)
class Expander:
    diagnostics: Diagnostics
    macros: dict[str, Macro] = field(default_factory=dict)
    met: Directives = field(default_factory=Directives)
    produced: int = 0
    crossed_line: bool = False
    """Whether the arguments of the present call end on another line than they began."""

    def expand_all(self, tokens: list[Token]) -> list[Token]:
        """All tokens of a list, which is one logical line, with its macros replaced."""
        crossed = self.crossed_line
        out = [token for token in self._expanded(tokens) if token[0] not in _LINE_ENDS]
        self.crossed_line = crossed
        return out

    def _expanded(self, tokens: list[Token]) -> list[Token]:
        out: list[Token] = []
        index = 0
        while index < len(tokens):
            token = tokens[index]
            if token[0] == NAME and token[1] in self.macros:
                index = self.expand_at(tokens, index, out)
            else:
                out.append(token)
                index += 1
        return out

    def expand_at(self, tokens: list[Token], index: int, out: list[Token]) -> int:
        """Replace the macro call at `index`, append the result, and say where to go on."""
        frames = [_Frame(tokens, index)]
        self.crossed_line = False
        while True:
            self._read_one(frames, out)
            self._drop_finished(frames)
            if len(frames) == 1:
                if self.crossed_line:
                    out.append((NEWLINE, "\n", tokens[index][2]))
                return frames[0].index

    def _drop_finished(self, frames: list[_Frame]) -> None:
        while len(frames) > 1 and frames[-1].index >= len(frames[-1].tokens):
            macro = frames.pop().macro
            if macro is not None:
                macro.active = False

    def _read_one(self, frames: list[_Frame], out: list[Token]) -> None:
        frame = frames[-1]
        token = frame.tokens[frame.index]
        frame.index += 1
        kind, text, position = token
        macro = self.macros.get(text) if kind == NAME else None
        if macro is None:
            out.append(token)
        elif macro.active:
            out.append((PAINTED, text, position))
        elif text in ("__LINE__", "__FILE__"):
            out.append(self._predefined(text, position))
        elif macro.parameters is None:
            self.met.uses.append((position, text, macro))
            self._push(frames, macro, self._substitute(macro, {}, position))
        else:
            arguments = self._arguments(frames, macro, position)
            if arguments is None:
                out.append(token)
            else:
                self.met.uses.append((position, text, macro))
                self._push(frames, macro, self._substitute(macro, arguments, position))

    def _predefined(self, text: str, position: int) -> Token:
        where = self.diagnostics.sources.locate(position)
        if text == "__LINE__":
            return ("number", str(where.line), position)
        return (STRING, f'"{where.file}"', position)

    def _push(self, frames: list[_Frame], macro: Macro, tokens: list[Token]) -> None:
        check()
        self.produced += len(tokens)
        if self.produced > MOST_TOKENS:
            self.diagnostics.report(
                "E107", f"macros expand to more than {MOST_TOKENS:,} tokens", macro.position, len(macro.name)
            )
            raise PreprocessingStopped
        macro.active = True
        frames.append(_Frame(tokens, 0, macro))

    def _arguments(self, frames: list[_Frame], macro: Macro, call: int) -> dict[str, list[Token]] | None:
        """The arguments of a call by parameter, or None if no `(` follows and it is just a name."""
        if not self._skip_to_parenthesis(frames):
            return None
        groups: list[list[Token]] = [[]]
        depth = 1
        while depth:
            self._drop_finished(frames)
            frame = frames[-1]
            if frame.index >= len(frame.tokens):
                self.diagnostics.report(
                    "E105",
                    f"the call of macro `{macro.name}` is not closed",
                    call,
                    len(macro.name),
                    hint="a `)` is missing",
                )
                raise PreprocessingStopped
            token = frame.tokens[frame.index]
            frame.index += 1
            text = token[1]
            depth += (text == "(") - (text == ")")
            if text == "," and depth == 1 and not self._rest(macro, groups):
                groups.append([])
            elif token[0] in _LINE_ENDS:
                self.crossed_line |= len(frames) == 1
            elif depth:
                groups[-1].append(token)
        return self._match(macro, groups, call)

    def _skip_to_parenthesis(self, frames: list[_Frame]) -> bool:
        while True:
            self._drop_finished(frames)
            frame = frames[-1]
            index = frame.index
            while index < len(frame.tokens) and frame.tokens[index][0] in _LINE_ENDS:
                index += 1
            if index < len(frame.tokens):
                if frame.tokens[index][1] != "(":
                    return False
                self.crossed_line |= len(frames) == 1 and index > frame.index
                frame.index = index + 1
                return True
            if len(frames) == 1:
                return False
            frame.index = index

    @staticmethod
    def _rest(macro: Macro, groups: list[list[Token]]) -> bool:
        """Whether a comma belongs to the last, variadic argument."""
        return macro.variadic and len(groups) >= len(macro.parameters or ())

    def _match(self, macro: Macro, groups: list[list[Token]], call: int) -> dict[str, list[Token]] | None:
        parameters = macro.parameters or []
        if not parameters and groups == [[]]:
            return {}
        if macro.variadic and len(groups) == len(parameters) - 1:
            groups.append([])
        if len(groups) != len(parameters):
            self.diagnostics.report(
                "E106",
                f"macro `{macro.name}` takes {counted(len(parameters), 'argument')}, not {len(groups)}",
                call,
                len(macro.name),
                notes=[("it is defined here", macro.position)],
            )
            groups = (groups + [[] for _ in parameters])[: len(parameters)]
        return dict(zip(parameters, groups, strict=True))

    def _substitute(self, macro: Macro, arguments: dict[str, list[Token]], call: int) -> list[Token]:
        expand = self.diagnostics.sources.expand
        out: list[Token] = []
        body = macro.body
        index = 0
        while index < len(body):
            kind, text, position = body[index]
            pasted = index + 1 < len(body) and body[index + 1][1] == "##"
            if (
                text == "#"
                and macro.parameters is not None
                and index + 1 < len(body)
                and body[index + 1][1] in arguments
            ):
                out.append((STRING, _quoted(arguments[body[index + 1][1]]), expand(macro.name, position, call)))
                index += 2
            elif text == "##" and out and index + 1 < len(body):
                index += 1
                following = body[index]
                if out[-1][1] == "," and macro.variadic and following[1] == (macro.parameters or [""])[-1]:
                    self._rest_after_comma(out, arguments[following[1]])
                    index += 1
                    continue
                self._paste(out, arguments.get(following[1], [following]), expand(macro.name, position, call))
                index += 1
            elif kind == NAME and text in arguments:
                given = arguments[text]
                out.extend(given if pasted else self.expand_all(given))
                if pasted and not given:
                    out.append((OPERATOR, "", position))
                index += 1
            else:
                out.append((kind, text, expand(macro.name, position, call)))
                index += 1
        return [token for token in out if token[1]]

    def _rest_after_comma(self, out: list[Token], rest: list[Token]) -> None:
        """GNU C's `, ## args`: the comma goes if there are no further arguments."""
        if rest:
            out.extend(self.expand_all(rest))
        else:
            out.pop()

    @staticmethod
    def _paste(out: list[Token], following: list[Token], position: int) -> None:
        left = out.pop()
        right = following[0][1] if following else ""
        out.extend((kind, text, position) for kind, text, _ in scan(left[1] + right))
        out.extend(following[1:])


def _quoted(tokens: list[Token]) -> str:
    parts: list[str] = []
    end = None
    for _, text, position in tokens:
        if end is not None and position != end:
            parts.append(" ")
        parts.append(text.replace("\\", "\\\\").replace('"', '\\"') if text.startswith(('"', "'")) else text)
        end = position + len(text)
    return '"' + "".join(parts) + '"'

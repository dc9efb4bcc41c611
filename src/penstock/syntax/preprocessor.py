"""Directives: `#define`, `#include`, `#if` and their like, over raw tokens.

The result is one list of tokens in which the ends of lines are kept, because SPIN takes a line's
end for a separator; a macro call counts as one line, as it does for the C preprocessor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches

from penstock.diagnostics.record import Diagnostics, Fix, TextChange, renaming
from penstock.source import SourceFile
from penstock.syntax.condition import BadCondition, evaluate
from penstock.syntax.lexer import NAME, NEWLINE, NUMBER, OPEN_COMMENT, SPLICE, STRING, Token, scan
from penstock.syntax.macros import Directives, Expander, Macro, PreprocessingStopped

Include = Callable[[str, bool, str], tuple[str, str] | None]
"""(name as written, in quotes?, including file) to (file name, text), or None if there is none."""

DEEPEST_INCLUDE = 200
COMMAND_LINE = "<command line>"
"""The name of the text that the definitions of the user are."""
PREDEFINED = """\
#define __STDC__ 1
#define __STDC_VERSION__ 199901
#define __GNUC__ 12
#define __linux__ 1
#define __unix__ 1
#define linux 1
#define unix 1
"""
"""What the preprocessor that SPIN runs defines by itself, as far as a model may meet it."""
_UNCOMMON = re.compile("#|__|linux|unix")
_IGNORED = frozenset(["pragma", "ident", "sccs", "line", "warning", "assert", "unassert"])
_HEADERS_OF_C = frozenset(["stdio.h", "stdlib.h", "stdbool.h", "string.h", "assert.h", "math.h", "stdint.h"])
_CONDITIONALS = frozenset(["if", "ifdef", "ifndef", "elif", "else", "endif"])
_DIRECTIVES = ("define", "undef", "include", "ifdef", "ifndef", "elif", "else", "endif")


@dataclass(eq=False)
class _Branch:
    """An open `#if`: where it began, and whether one of its groups was taken."""

    position: int
    taken: bool
    in_else: bool = False


@dataclass(eq=False)
class Preprocessor:
    """Without `expanding` only directives are obeyed: what is included is known then, and defined, but no text."""

    diagnostics: Diagnostics
    include: Include
    expanding: bool = True
    expander: Expander = field(init=False)
    predefined: dict[str, Macro] = field(default_factory=dict)
    depth: int = 0

    def __post_init__(self) -> None:
        self.expander = Expander(self.diagnostics)
        for name in ("__LINE__", "__FILE__"):
            self.macros[name] = Macro(name, 0, [])

    @property
    def macros(self) -> dict[str, Macro]:
        return self.expander.macros

    @property
    def met(self) -> Directives:
        return self.expander.met

    def run(self, file: SourceFile, definitions: Sequence[str] = ()) -> list[Token]:
        """The tokens of `file` after preprocessing; `definitions` are as after `-D`."""
        out: list[Token] = []
        try:
            self._read(self.diagnostics.sources.add("<predefined>", PREDEFINED), out)
            own = len(self.macros)
            self.predefined = dict(self.macros)
            for definition in definitions:
                name, _, value = definition.partition("=")
                text = f"#define {name} {value if '=' in definition else '1'}\n"
                self._read(self.diagnostics.sources.add(COMMAND_LINE, text), out)
            out.clear()
            if len(self.macros) == own and not _UNCOMMON.search(file.text):
                return self._scan(file)  # nothing to do: no directive, and no name that is a macro
            self._read(file, out)
        except PreprocessingStopped:
            pass
        return out

    def _scan(self, file: SourceFile) -> list[Token]:
        tokens = scan(file.text, file.base)
        if tokens and tokens[-1][0] == OPEN_COMMENT:
            position = tokens.pop()[2]
            self.diagnostics.report("E102", "this comment is never closed", position, 2, hint="close it with `*/`")
        return tokens

    def _read(self, file: SourceFile, out: list[Token]) -> None:
        reader = _Reader(self, file, self._scan(file), out)
        (reader.read if self.expanding else reader.obey)()


@dataclass(eq=False)
class _Reader:
    """Reads one file's tokens; conditionals must balance within it."""

    owner: Preprocessor
    file: SourceFile
    tokens: list[Token]
    out: list[Token]
    branches: list[_Branch] = field(default_factory=list)

    def read(self) -> None:
        tokens, out = self.tokens, self.out
        macros, expander = self.owner.macros, self.owner.expander
        index = 0
        while index < len(tokens):
            token = tokens[index]
            kind, text, _ = token
            if kind == NAME and text in macros:
                index = expander.expand_at(tokens, index, out)
            elif text == "#" and self._begins_line(index):
                index = self._directive(index)
            elif text == "#" and index > 0 and tokens[index - 1][1] == "\\":
                index = self._directive_of_c(index)
            else:
                out.append(token)
                index += 1
        for branch in self.branches:
            self._error("E103", "this conditional is never closed", branch.position, hint="a `#endif` is missing")

    def obey(self) -> None:
        """Directives alone: the lines between them define and include nothing, whatever their macros stand for."""
        index = 0
        while index < len(self.tokens):
            directive = self.tokens[index][1] == "#" and self._begins_line(index)
            index = self._directive(index) if directive else index + 1

    def _directive_of_c(self, index: int) -> int:
        """`\\#ifdef __linux__` in C code: the compiler knows best what is defined by itself."""
        macros, tokens = self.owner.macros, self.tokens
        while index < len(tokens) and tokens[index][0] != NEWLINE:
            kind, text, _ = tokens[index]
            if kind == NAME and text in macros and self.owner.predefined.get(text) is not macros[text]:
                index = self.owner.expander.expand_at(tokens, index, self.out)
            else:
                self.out.append(tokens[index])
                index += 1
        return index

    def _error(
        self, code: str, message: str, position: int, length: int = 1, hint: str | None = None, fix: Fix | None = None
    ) -> None:
        fixes = () if fix is None else (fix,)
        self.owner.diagnostics.report(code, message, position, length, hint, fixes=fixes)

    def _unknown(self, name: str, hash_position: int, position: int) -> str | None:
        """A mistyped directive, which it gives back, or a comment as other languages write it."""
        similar = get_close_matches(name, _DIRECTIVES, 1, 0.7)
        if similar:
            hint, fix = f"did you mean `#{similar[0]}`?", renaming(position, name, similar[0])
        else:
            hint, fix = "a comment begins with `//`", renaming(hash_position, "#", "//")
        self._error("E101", f"unknown directive `#{name}`", position, len(name), hint, fix)
        return similar[0] if similar else None

    def _line(self, index: int) -> tuple[list[Token], int]:
        """The tokens of the directive at `index` after its `#`, and the index of the line's end."""
        end = index + 1
        while end < len(self.tokens) and self.tokens[end][0] != NEWLINE:
            end += 1
        return [token for token in self.tokens[index + 1 : end] if token[0] != SPLICE], end

    def _begins_line(self, index: int) -> bool:
        while index > 0 and self.tokens[index - 1][0] == SPLICE:
            index -= 1
        return index == 0 or self.tokens[index - 1][0] == NEWLINE

    def _directive(self, index: int) -> int:
        words, end = self._line(index)
        position = self.tokens[index][2]
        if not words or words[0][0] == NUMBER:
            return end  # an empty directive, or a line marker left by another preprocessor
        name, rest = words[0][1], words[1:]
        if name in _CONDITIONALS:
            return self._conditional(name, rest, position, end)
        if name == "define":
            self._define(rest, position)
        elif name == "undef":
            self._undefine(rest, position)
        elif name == "include":
            self._include(rest, position)
        elif name == "error":
            last = self.tokens[end - 1]
            start = words[0][2] - self.file.base + len(name)
            text = self.file.text[start : last[2] - self.file.base + len(last[1])].strip()
            self._error("E108", f"#error {text}", position)
        elif name not in _IGNORED:
            meant = self._unknown(name, position, words[0][2])
            if meant == "define":
                self._define(rest, position)
        return end

    def _undefine(self, words: list[Token], position: int) -> None:
        if not words or words[0][0] != NAME:
            self._error("E101", "`#undef` needs a name", position)
            return
        macro = self.owner.macros.pop(words[0][1], None)
        self.owner.met.uses.append((words[0][2], words[0][1], macro))

    def _define(self, words: list[Token], position: int) -> None:
        if not words or words[0][0] != NAME or words[0][1] == "defined":
            self._error("E101", "`#define` needs a name", position, hint="write `#define NAME text`")
            return
        _, name, name_position = words[0]
        called = len(words) > 1 and words[1][1] == "(" and words[1][2] == name_position + len(name)
        macro = Macro(name, name_position, words[1:])
        if called and not self._parameters(macro, words[2:]):
            self._error("E101", f"the parameters of macro `{name}` are malformed", name_position, len(name))
            return
        self.owner.macros[name] = macro
        self.owner.met.definitions.append(macro)

    @staticmethod
    def _parameters(macro: Macro, words: list[Token]) -> bool:
        closing = next((i for i, word in enumerate(words) if word[1] == ")"), None)
        if closing is None:
            return False
        names = [word[1] for word in words[:closing] if word[1] != ","]
        commas = closing - len(names)
        if names[-2:] == ["..", "."]:
            macro.variadic = True
            named = closing > 2 and words[closing - 3][0] == NAME  # `args...`, as GNU C has it
            names[-2:] = [] if named else ["__VA_ARGS__"]
        macro.parameters = names
        macro.places = tuple(word[2] for word in words[:closing] if word[0] == NAME)
        macro.body = words[closing + 1 :]
        return all(name.isidentifier() for name in names) and commas == max(0, len(names) - 1)

    def _include(self, words: list[Token], position: int) -> None:
        words = self.owner.expander.expand_all(words)
        quoted = bool(words) and words[0][0] == STRING
        name = words[0][1][1:-1] if quoted else "".join(word[1] for word in words).strip("<>")
        if not words or not (quoted or words[0][1] == "<"):
            self._error("E101", "`#include` needs a file name", position, hint='write `#include "file"`')
            return
        if self.owner.depth >= DEEPEST_INCLUDE:
            self._error(
                "E104", f"`{name}` is included {DEEPEST_INCLUDE} levels deep: files include each other", position
            )
            raise PreprocessingStopped
        found = self.owner.include(name, quoted, self.file.name)
        if found is None:
            self._not_found(name, quoted, words[0][2], position)
            return
        self.owner.met.inclusions.append((words[0][2], len(name) + 2, found[0]))
        self.owner.depth += 1
        self.owner._read(self.owner.diagnostics.sources.add(*found), self.out)
        self.owner.depth -= 1

    def _not_found(self, name: str, quoted: bool, position: int, start: int) -> None:
        message, hint = f"cannot read the included file `{name}`", "use -I to name directories to search"
        if name not in _HEADERS_OF_C or quoted:
            self._error("E104", message, position, len(name) + 2, hint=hint)
            return
        offset = start - self.file.base
        end = self.file.text.find("\n", offset) + 1 or len(self.file.text)
        fix = Fix("leave it out", (TextChange(start, self.file.text[offset:end], ""),))
        hint = "Promela needs no headers of C: `printf` and `assert` are its own"
        self.owner.diagnostics.report("E104", message, position, len(name) + 2, hint, fixes=(fix,))

    def _conditional(self, name: str, words: list[Token], position: int, end: int) -> int:
        if name in ("if", "ifdef", "ifndef"):
            taken = self._holds(name, words, position)
            self.branches.append(_Branch(position, taken))
            return end if taken else self._skip(end)
        if not self.branches:
            self._error("E103", f"`#{name}` without `#if`", position)
            return end
        if name == "endif":
            self.branches.pop()
            return end
        # `#elif` or `#else` reached by running through a taken group: skip what follows.
        self._mark_else(name, position)
        return self._skip(end)

    def _mark_else(self, name: str, position: int) -> None:
        branch = self.branches[-1]
        if branch.in_else:
            self._error("E103", f"`#{name}` after `#else`", position)
        branch.in_else = branch.in_else or name == "else"

    def _skip(self, index: int) -> int:
        """Pass over a group that is not taken, up to the directive that ends it."""
        tokens, start = self.tokens, index
        nested = 0
        while index < len(tokens):
            if tokens[index][1] != "#" or index + 1 >= len(tokens) or not self._begins_line(index):
                index += 1
                continue
            name = tokens[index + 1][1]
            words, end = self._line(index)
            if name in ("if", "ifdef", "ifndef"):
                nested += 1
            elif name == "endif" and nested:
                nested -= 1
            elif not nested and name in ("elif", "else", "endif"):
                if self._ends_skip(name, words[1:], tokens[index][2]):
                    self.owner.met.skipped.append((tokens[start][2], tokens[index][2]))
                    return end
            index = end
        return index

    def _ends_skip(self, name: str, words: list[Token], position: int) -> bool:
        branch = self.branches[-1]
        if name == "endif":
            self.branches.pop()
            return True
        self._mark_else(name, position)
        if branch.taken:
            return False
        branch.taken = name == "else" or self._holds("if", words, position)
        return branch.taken

    def _holds(self, name: str, words: list[Token], position: int) -> bool:
        if name in ("ifdef", "ifndef"):
            if not words or words[0][0] != NAME:
                self._error("E103", f"`#{name}` needs a name", position)
                return False
            self._note_use(words[0])
            return (words[0][1] in self.owner.macros) == (name == "ifdef")
        try:
            return evaluate(self.owner.expander.expand_all(self._replace_defined(words))) != 0
        except BadCondition as problem:
            self._error("E103", f"the condition of this `#if` is not an expression: {problem}", position)
            return False

    def _note_use(self, word: Token) -> None:
        self.owner.met.uses.append((word[2], word[1], self.owner.macros.get(word[1])))

    def _replace_defined(self, words: list[Token]) -> list[Token]:
        out: list[Token] = []
        index = 0
        while index < len(words):
            kind, text, position = words[index]
            index += 1
            if text != "defined":
                out.append((kind, text, position))
                continue
            bracketed = index < len(words) and words[index][1] == "("
            index += bracketed
            name = words[index][1] if index < len(words) else ""
            if name:
                self._note_use(words[index])
            out.append((NUMBER, str(int(name in self.owner.macros)), position))
            index += 1 + bracketed
        return out

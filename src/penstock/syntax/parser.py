"""A whole model: units one after the other, the text of each read by the classes below this one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from collections.abc import Sequence as Several
from dataclasses import dataclass, field

from penstock.diagnostics.record import Diagnostics, Severity
from penstock.source import SourceFile
from penstock.syntax.cursor import BASIC_TYPES, MOST_FAILURES, UNIT_STARTS, Inline, TooManyFailures, Unreadable
from penstock.syntax.layout import BODY, END, PROTOCOL, SEPARATORS, TokenLayout, TokenTable
from penstock.syntax.lexer import NAME, STRING
from penstock.syntax.macros import Directives, Macro
from penstock.syntax.mending.trying import LONGEST_UNIT, TRIED, UnitTrial, without_followers
from penstock.syntax.nodes import (
    CState,
    Expression,
    Init,
    InlineDefinition,
    Ltl,
    Never,
    Proctype,
    Program,
    Trace,
    Typedef,
    Unit,
    VariableDeclaration,
)
from penstock.syntax.notations.stretch import written_stretch
from penstock.syntax.notations.telling import foreign_notation
from penstock.syntax.preprocessor import Include, Preprocessor
from penstock.syntax.repairs import OTHER_TYPES, Changes, word_of_c
from penstock.syntax.statements import StatementParser
from penstock.syntax.translation import Translation
from penstock.syntax.wording import Phrase

MOST_MENDED = 5
"""Units of a text in which repairs are looked for by trying."""
MOST_TOKENS = 5_000_000
"""No tool could do anything with a model of this size, and reading it would only take long."""


@dataclass(frozen=True, eq=False)
class Syntax:
    """What reading a text gives: its tree and the tokens that the tree points into."""

    program: Program
    tokens: TokenTable
    end: int
    """The token that marks the end of the text; what follows in the table was made by inlines."""
    macros: Mapping[str, Macro]
    """As they are defined at the end of the text."""
    skipped_names: frozenset[str]
    """Names in places that could not be read; nothing is known about them."""
    phrases: dict[int, Phrase] = field(default_factory=dict)
    """What statements are called by the token they begin with, where their text is not the user's."""
    translation: Translation | None = None
    """What the text is, if the user's own text is in a dialect."""
    directives: Directives = field(default_factory=Directives)
    places: tuple[int, ...] = ()
    """Then, where each token stands in the translation."""


class Parser(StatementParser):
    """Reads units."""

    mended = 0
    end = 0
    """The token that marks the end of the text; expansions of inlines follow it."""

    def program(self) -> Program:
        units: list[Unit] = []
        self.end = len(self.table) - 1
        try:
            self._read(units)
        except TooManyFailures:
            if self.failures >= MOST_FAILURES:
                self.report("E212", f"reading stops here after {MOST_FAILURES} unreadable places", self.at)
        return Program(0, 0, tuple(units))

    def _read(self, units: list[Unit]) -> None:
        # SPIN reads every ltl formula after everything else: it may name what comes later.
        formulas: list[tuple[int, int]] = []
        self._units(units, formulas)
        for place, at in formulas:
            self.at = at
            if (formula := self._read_or_mend(lambda parser: parser.ltl())) is not None:
                units.insert(place, formula)
            self.temporal = False

    def _read_or_mend(self, read: Callable[[Parser], Unit]) -> Unit | None:
        """Read a unit; if that fails, a repair is looked for by trying, in a few units of a text."""
        start, known = self.at, len(self.diagnostics.records)
        units: list[Unit] = []
        self.recover(lambda: units.append(read(self)), self.skip_unit)
        if len(self.diagnostics.records) > known:
            self._mend(start, known, read)
        return units[0] if units else None

    def _mend(self, start: int, known: int, read: Callable[[Parser], Unit]) -> None:
        errors = (one for one in self.diagnostics.records[known:] if one.severity is Severity.ERROR)
        found = next(errors, None)
        if found is None or found.code not in TRIED or self.mended >= MOST_MENDED or self.at - start > LONGEST_UNIT:
            return
        self.mended += 1
        mended = UnitTrial(self, start, self.end, found, lambda trial: trial._ends_with(read)).mended()
        if mended is None:
            return
        self.diagnostics.records = without_followers(self.diagnostics.records, known, mended)
        if mended.names is not None:
            self.skipped_names.update(edit.old for fix in mended.finding.fixes for edit in fix.edits)
            words = zip(self.kinds[self.at : mended.resume], self.texts[self.at : mended.resume], strict=True)
            self.skipped_names.update(text for kind, text in words if kind == NAME)
            self.names, self.at = mended.names, mended.resume

    def _ends_with(self, read: Callable[[Parser], Unit]) -> bool:
        """Whether what is read here ends where something else may begin."""
        read(self)
        self.skip_separators()
        return self.kinds[self.at] in (END, *UNIT_STARTS) or self.begins_unit() or self.starts_declaration()

    def _units(self, units: list[Unit], formulas: list[tuple[int, int]]) -> None:
        while self.kinds[self.at] != END:
            if self.kinds[self.at] in SEPARATORS:
                self.at += 1
            elif self.kinds[self.at] == "ltl":
                formulas.insert(0, (len(units), self.at))
                self._skip_formula()
            else:
                before = self.at
                if (unit := self._read_or_mend(lambda parser: parser.unit())) is not None:
                    units.append(unit)
                self.at += self.at == before

    def _skip_formula(self) -> None:
        self.at += 1
        nested = 0
        opening = self.at + (self.kinds[self.at] == NAME)
        if self.kinds[opening] != "{":
            self.at = self._end_of_formula(opening)
            return
        while self.kinds[self.at] != END:
            kind = self.kinds[self.at]
            self.at += 1
            nested += (kind == "{") - (kind == "}")
            if kind == "}" and nested <= 0:
                return

    def unit(self) -> Unit:
        kind = self.kinds[self.at]
        match kind:
            case "active" | "proctype" | "D_proctype":
                return self.proctype()
            case "init":
                return self.init()
            case "never":
                return self.never()
            case "trace" | "notrace":
                self.at += 1
                start = self.at - 1
                return Trace(start, start, kind == "notrace", self.block())
            case "typedef":
                return self.typedef()
            case "inline":
                return self.inline_definition()
            case "c_code" | "c_decl":
                return self.c_code()
            case "c_state" | "c_track":
                return self.c_state()
        if self.starts_environment():
            return self.protocol() if self.kinds[self.at + 1] == PROTOCOL else self.environment()
        if not self.starts_declaration():
            raise self.unexpected(
                "a declaration, a process type, `init`, `never`, `ltl` or `inline`",
                hint=self._statement_hint(),
                fixes=word_of_c(self.table, self.at),
            )
        return self.declaration()

    def _statement_hint(self) -> str | None:
        kind = self.kinds[self.at]
        if (word := OTHER_TYPES.get(self.texts[self.at])) is not None:
            return f"Promela has `{word}`"
        if kind in ("}", "od", "fi"):
            return f"perhaps there is one `{kind}` too many"
        if kind in ("=", "do", "if", "goto", "atomic", "d_step", "printf", "assert", "run"):
            return "statements belong inside `init`, `proctype` or `never`"
        return None

    def proctype(self) -> Proctype:
        start = self.at
        active = self.accept("active")
        instances = self._instances() if active else None
        if self.kinds[self.at] not in ("proctype", "D_proctype"):
            raise self.unexpected("`proctype`")
        deterministic = self.kinds[self.at] == "D_proctype"
        self.at += 1
        name_at = self.expect_name("the name of a process type")
        name = self.texts[name_at]
        self.names.proctypes.add(name)
        self.expect("(", hint=f"write `proctype {name}()` even if there are no parameters", missing="()")
        parameters = self.declarations() if self.kinds[self.at] != ")" else ()
        self.expect(")")
        priority = self.priority()
        provided = self._provided()
        body = self.block()
        return Proctype(
            start, self.at - 1, name, name_at, deterministic, instances, active, parameters, priority, provided, body
        )

    def protocol(self) -> Proctype:
        """`env protocol name { ... }`: what the outside does, as an active process."""
        start = self.advance()
        self.at += 1
        name_at = self.expect_name("the name of a protocol")
        name = self.texts[name_at]
        self.names.proctypes.add(name)
        body = self.block()
        return Proctype(start, self.at - 1, name, name_at, False, None, True, (), None, None, body, True)

    def _instances(self) -> Expression | None:
        if not self.accept("["):
            return None
        number = self.constant_expression(allow_name=True)
        self.expect("]")
        return number

    def _provided(self) -> Expression | None:
        if not self.accept("provided"):
            return None
        self.expect("(", hint="write `provided (condition)`")
        condition = self.whole_expression()
        self.expect(")")
        return condition

    def declarations(self) -> tuple[VariableDeclaration, ...]:
        """Declarations between separators: parameters, or the fields of a type."""
        found: list[VariableDeclaration] = []
        while True:
            declaration = self.declaration()
            if not isinstance(declaration, VariableDeclaration):
                raise self.fail("E211", "message types cannot be declared here", declaration.first)
            found.append(declaration)
            if not self.accept(";"):
                return tuple(found)

    def init(self) -> Init:
        start = self.advance()
        if self.kinds[self.at] == "(" and self.kinds[self.at + 1] == ")":
            changes = Changes(self.table)
            changes.replace(self.at, "")
            changes.replace(self.at + 1, "")
            message = "`init` has no parameters, and no parentheses"
            self.report("E201", message, self.at, fixes=changes.fix("leave out `()`"))
            self.at += 2
        priority = self.priority()
        return Init(start, start, priority, self.block())

    def never(self) -> Never:
        start = self.advance()
        name = None
        if self.kinds[self.at] == NAME:
            name = self.texts[self.expect_name("the name of a claim")]
        return Never(start, start, name, self.block())

    def ltl(self) -> Ltl:
        start = self.advance()
        name = None
        if self.kinds[self.at] == NAME:
            name = self.texts[self.expect_name("the name of a formula")]
        if self.kinds[self.at] != "{":
            raise self._formula_without_braces()
        self.at += 1
        self._refuse_other_notation()
        self.temporal = True
        formula = self.expression()
        if self.kinds[self.at] in SEPARATORS:
            self.at += 1
        if self.kinds[self.at] != "}":
            raise self.unexpected("an operator or the end of the formula")
        last = self.advance()
        self.temporal = False
        return Ltl(start, last, name, formula)

    def _formula_without_braces(self) -> Unreadable:
        begin = self.at + (self.kinds[self.at] in ("=", ":"))
        end = self._end_of_formula(begin)
        changes = Changes(self.table)
        if begin > self.at:
            changes.replace(self.at, "")
        if end > begin:
            changes.before(begin, "{ ")
            changes.behind(end - 1, " }")
        hint = "a formula stands in braces: `ltl p { [] (x < 3) }`"
        message = f"expected `{{`, found {self.describe(self.at)}"
        error = self.fail("E201", message, hint=hint, fixes=changes.fix("add the braces") if changes.texts else ())
        self.at = end
        return error

    def _end_of_formula(self, at: int) -> int:
        """Of one without braces: where something else begins."""
        while self.kinds[at] not in (END, ";", "{", "}", *BASIC_TYPES, *UNIT_STARTS):
            at += 1
        return at

    def _refuse_other_notation(self) -> None:
        """A formula as other tools write it is not half read: it is told as a whole how SPIN writes it."""
        last = next((at for at in range(self.at, len(self.kinds)) if self.kinds[at] in ("}", END)), self.at)
        stretch = written_stretch(self.table, self.diagnostics.sources, self.at, last - 1)
        found = foreign_notation(*stretch) if stretch is not None else None
        if stretch is not None and found is not None:
            self.diagnostics.report(
                "E604", found.message, stretch[1] + found.start, found.length, found.hint, fixes=found.fixes
            )
            raise Unreadable

    def typedef(self) -> Typedef:
        start = self.advance()
        name_at = self.expect_name("the name of a type")
        self.expect("{")
        fields = self.declarations()
        last = self.expect("}")
        self.names.typedefs.add(self.texts[name_at])
        return Typedef(start, last, self.texts[name_at], name_at, fields)

    def inline_definition(self) -> InlineDefinition:
        start = self.advance()
        name_at = self.at
        name = self.texts[name_at]
        if self.kinds[name_at] == NAME and name in self.names.inlines:
            self.diagnostics.report(
                "E302",
                f"inline `{name}` is defined twice",
                self.positions[name_at],
                len(name),
                notes=[("it was defined here before", self.names.inlines.pop(name).position)],
            )
        self.expect_name("the name of an inline")
        self.expect("(", hint=f"write `inline {name}()` even if there are no parameters", missing="()")
        parameters: list[str] = []
        self._refuse_types()
        while not self.accept(")"):
            if parameters:
                self.expect(",")
            self.accept_types()
            parameters.append(self.texts[self.expect_name("a parameter of an inline")])
        last = self.expect(BODY, hint="the body of an inline stands in braces")
        body = self.table.inline_bodies[last]
        self.names.inlines[name] = Inline(name, self.positions[name_at], tuple(parameters), body)
        return InlineDefinition(start, last, name, name_at, tuple(parameters))

    def accept_types(self) -> None:
        while self.kinds[self.at] in BASIC_TYPES:
            self.at += 1

    def _refuse_types(self) -> None:
        """`inline f(byte n)`: told once for all parameters."""
        changes = Changes(self.table)
        first, at = None, self.at
        while self.kinds[at] not in (")", END, BODY):
            if self.kinds[at] in BASIC_TYPES and self.kinds[at + 1] == NAME:
                first = at if first is None else first
                changes.stretch(self.diagnostics.sources, at, at + 1, self.texts[at + 1])
            at += 1
        if first is not None:
            message = "the parameters of an inline have no types: their text is put in"
            self.report("E215", message, first, fixes=changes.fix("leave out the types"))

    def c_state(self) -> CState:
        start = self.advance()
        strings = [self.texts[self.expect(STRING)], self.texts[self.expect(STRING)]]
        if self.kinds[self.at] == STRING:
            strings.append(self.texts[self.at])
            if self.texts[start] == "c_track" and not re.search("[Mm]atched", self.texts[self.at]):
                self.report("E201", 'expected "Matched" or "UnMatched"', self.at)
            self.at += 1
        return CState(start, self.at - 1, self.kinds[start], tuple(strings))


def parse(
    file: SourceFile,
    diagnostics: Diagnostics,
    include: Include,
    definitions: Several[str] = (),
    translation: Translation | None = None,
) -> Syntax:
    """Read `file`; what is wrong with it is in `diagnostics`.

    If it is a translation, all positions are those of what was translated.
    """
    preprocessor = Preprocessor(diagnostics, include)
    tokens = preprocessor.run(file, definitions)
    if len(tokens) > MOST_TOKENS:
        diagnostics.report("E109", f"the text has more than {MOST_TOKENS:,} tokens", tokens[MOST_TOKENS][2])
        tokens.clear()
    table = TokenTable()
    roles: set[str] = set()
    TokenLayout(table, diagnostics, roles).run(tokens)
    end = len(table) - 1
    phrases: dict[int, Phrase] = {}
    places: tuple[int, ...] = ()
    if translation is not None:
        phrases, places = _phrases(table, file, translation.phrases), tuple(table.positions)
        table.positions[:] = map(diagnostics.sources.original, table.positions)
    parser = Parser(table, diagnostics, roles, places)
    program = parser.program()
    skipped = frozenset(parser.skipped_names)
    return Syntax(program, table, end, preprocessor.macros, skipped, phrases, translation, preprocessor.met, places)


def _phrases(table: TokenTable, file: SourceFile, phrases: Mapping[int, Phrase]) -> dict[int, Phrase]:
    """The phrases by the token they stand before."""
    # A separator that is put in before a token has the token's place.
    places = ((at, position - file.base) for at, position in enumerate(table.positions) if table.texts[at])
    return {at: phrases[place] for at, place in places if place in phrases}


def parse_translation(
    translation: Translation,
    file: SourceFile,
    diagnostics: Diagnostics,
    include: Include,
    definitions: Several[str] = (),
    more: str = "",
) -> Syntax:
    """Read a translation of `file`, and after it the Promela text `more`."""
    added = diagnostics.sources.add(f"{file.name} (translated)", translation.text + more, translation.origins)
    include, definitions = translation.preprocessed_with(include, definitions)
    return parse(added, diagnostics, include, definitions, translation)

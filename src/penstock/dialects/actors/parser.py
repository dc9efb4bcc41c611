"""Reading actor models: the parser of Promela, with actor types, `create`, `this` and `<-`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import cast

from penstock.diagnostics.record import Diagnostics, Fix
from penstock.dialects.actors.messages import with_types
from penstock.dialects.actors.nodes import (
    DEFER,
    IGNORE,
    RESTRAIN,
    ActorState,
    ActorType,
    Clause,
    Create,
    FunctionDefinition,
    Main,
    Make,
    Method,
    Tell,
    This,
)
from penstock.dialects.actors.rewriting import Rewritten
from penstock.syntax.cursor import Unreadable
from penstock.syntax.layout import SEPARATORS, DialectWords, TokenTable
from penstock.syntax.lexer import NAME, Token
from penstock.syntax.nodes import (
    Condition,
    Expression,
    FieldType,
    MtypeDeclaration,
    Node,
    Program,
    Reference,
    Statement,
    Unit,
    VariableDeclaration,
)
from penstock.syntax.parser import Parser
from penstock.syntax.repairs import replaced
from penstock.syntax.walk import walk

WORDS = DialectWords(
    keywords=frozenset(["actor", "actortype", "create", "main", "method", "restrain", "this", "var"]),
    ending=frozenset(["this"]),
    before_body=frozenset(["actortype", "main"]),
    opening=frozenset(["main"]),  # its statements may stand without braces
    before_role=frozenset(["actortype"]),
    units=frozenset(["enum", "function", "monitor", "network", "struct", "test"]),
)
_PROCESSES = frozenset(["active", "proctype", "D_proctype", "init"])
_REFUSED = _PROCESSES | {"never", "trace", "notrace", "c_code", "c_decl", "c_state", "c_track"}
_AFTER_ITEM = {"on": NAME, DEFER: NAME, IGNORE: NAME, "entry": "{", "exit": "{"}
"""What begins an item of a state, and what follows it."""
AFTER = "after"
_CHANGES = frozenset(["=", "++", "--"])
_OWN_WORDS = {"a process type": "an actor type", "process type": "actor type", "`init`, `never`": "`main`"}
_ANSWER = "an answer is a message, too: `who <- answer(n)`"
_SENT = "a message is sent as `target <- method(arguments)`"
LOOKS_INSIDE = "an actor cannot be looked into through its address"
LOOKING = "ask it with a message; `buffer:used` is a variable of the first `buffer`, and `buffer@label` a place in it"


class ActorParser(Parser):
    """Reads actor models: what the paper has, and what `readers` add to it by the word that it begins with."""

    inline_hint = "define an inline before it is called; send a message with `target <- method(arguments)`"

    words = WORDS
    inside: str | None = None
    """The name of the actor type that is being read."""
    in_state = False
    """Whether one of its states is being read."""
    numbers: frozenset[str] = frozenset()
    """Names that stand for numbers: the parameters of the test that is being read."""
    later: frozenset[str] = frozenset()
    """All actor types: those that have not been read yet are variables and labels for the parser of Promela."""

    def __init__(self, table: TokenTable, diagnostics: Diagnostics, roles: set[str], readers: Readers) -> None:
        super().__init__(table, diagnostics, roles)
        self.readers = readers
        self.rewritten: Rewritten = {}
        self.enumerations: set[str] = set()
        self.functions: dict[str, tuple[FunctionDefinition, list[Token]]] = {}
        """Each with the text of its value."""
        self.calling: list[str] = []
        """The function whose value is being read."""
        self.later_functions: frozenset[str] = frozenset()

    def program(self) -> Program:
        pairs = list(zip(self.kinds, self.kinds[1:], self.texts[1:], strict=False))
        self.later = frozenset(name for one, other, name in pairs if (one, other) == ("actortype", NAME))
        self.later_functions = frozenset(name for one, other, name in pairs if (one, other) == ("function", NAME))
        return super().program()

    # -- what the paper writes ---------------------------------------------------------------

    def unexpected(self, wanted: str, hint: str | None = None, fixes: tuple[Fix, ...] = ()) -> Unreadable:
        """`z.x` and `z:x` of the paper look into an actor: they are refused by name."""
        earlier, before = ["", "", *self.kinds[max(0, self.at - 2) : self.at]][-2:]
        if (known := self._known_habit()) is not None:
            return known
        if self.kinds[self.at] not in (".", ":") or before not in (NAME, "]", "this") or earlier == ":":
            for theirs, own in _OWN_WORDS.items():
                wanted = wanted.replace(theirs, own)
            return super().unexpected(wanted, hint, fixes)
        if before == "this":
            return self.fail("E816", "name an actor's own variables without `this`")
        if wanted.startswith("`@` or `:`"):
            return self.fail("E816", "after an actor type, write `:` before a variable and `@` before a label")
        if self.texts[self.at - 1] in self.later:
            return self._too_early(self.at - 1)
        told = self.kinds[self.at + 1 : self.at + 3] == [NAME, "("]
        fixes = replaced(self.table, self.at, " <- ") if told else ()
        hint = _SENT if told else LOOKING
        return self.fail("E816", LOOKS_INSIDE, hint=hint, fixes=fixes)

    def _known_habit(self) -> Unreadable | None:
        """What people write who know other languages with messages or objects."""
        texts, kinds, at = self.texts, self.kinds, self.at
        if kinds[at] == "(" and kinds[max(0, at - 3) : at] == ["<", "-", NAME]:
            while self.kinds[self.at] not in (")", ";", "}", "end of file"):
                self.at += 1
            self.at += self.kinds[self.at] == ")"
            return self.fail("E810", "a message has no value", at - 1, _ANSWER)
        if kinds[at] == "(" and kinds[max(0, at - 2) : at] == [".", NAME]:
            return self.fail("E816", LOOKS_INSIDE, at - 2, _SENT, replaced(self.table, at - 2, " <- "))
        if at and texts[at - 1] == "new" and texts[at] in self.names.proctypes | self.later:
            fixes = replaced(self.table, at - 1, "create")
            return self.fail("E810", "there is no `new`", at - 1, "`create` makes an actor: `create T(...)`", fixes)
        return None

    def close(self, kind: str, opened: int) -> int:
        if self.kinds[self.at] in (".", ":"):
            raise self.unexpected(f"`{kind}`")
        return super().close(kind, opened)

    def labelled(self) -> Statement:
        if self.texts[self.at] in self.later:
            raise self._too_early(self.at)
        return super().labelled()

    def _too_early(self, at: int) -> Unreadable:
        hint = "SPIN reads a model once, from the start: declare the type first"
        return self.fail("E816", f"the actor type `{self.texts[at]}` is declared after it is looked into", at, hint)

    # -- units -------------------------------------------------------------------------------

    def unit(self) -> Unit:
        kind = self.kinds[self.at]
        if kind == "actortype":
            return cast(Unit, self.actor_type())
        if kind == "main":
            return cast(Unit, self.main())
        if (read := self.readers.units.get(kind)) is not None:
            return cast(Unit, read(self))
        if kind in _REFUSED:
            hint = "write actor types and `main`" if kind in _PROCESSES else None
            raise self.fail("E810", f"`{self.texts[self.at]}` does not belong in an actor model", hint=hint)
        return super().unit()

    def begins_unit(self) -> bool:
        kind = self.kinds[self.at]
        if kind in ("method", "actortype", "main") or kind in self.readers.units:
            return True
        if self.begins_part() or self.begins_item():
            return True
        if kind == "init" and self.inside is not None:
            return self.kinds[self.at + 1] == "("
        return super().begins_unit()

    def skip_unit(self, start: int) -> None:
        """To the next unit: the words that begin one in Promela alone are not enough here."""
        self.at = max(self.at, start + 1)
        while self.kinds[self.at] not in ("actortype", "main", "end of file", *self.readers.units):
            self.at += 1
        self.inside = None
        self.in_state = False
        self.numbers = frozenset()

    def begins_part(self) -> bool:
        """Whether a word for a part of an actor type stands here, `word name {` or `word {`: else it is a name."""
        if self.inside is None or self.texts[self.at] not in self.readers.parts:
            return False
        return self.kinds[self.at] == NAME and self._behind(self.at + 1 + (self.kinds[self.at + 1] == NAME)) == "{"

    def begins_item(self) -> bool:
        """Whether something that belongs in a state begins: no other text has two names in a row."""
        word = self.texts[self.at]
        if not self.in_state or self.kinds[self.at] != NAME or word in self.names.typedefs:
            return False
        return self._behind(self.at + 1) == _AFTER_ITEM.get(word)

    def _behind(self, at: int) -> str:
        """What stands there, or after the end of the line: a brace may begin a line of its own."""
        return self.kinds[at + 1] if self.kinds[at] == ";" and self.kinds[at + 1] == "{" else self.kinds[at]

    def main(self) -> Main:
        start = self.advance()
        self.skip_separators()
        body = self.sequence()
        return Main(start, start, body)

    def actor_type(self) -> ActorType:
        start = self.advance()
        name_at = self._type_name()
        name = self.texts[name_at]
        self.names.proctypes.add(name)
        self.inside = name
        opened = self.expect("{", hint=f"write `actortype {name} {{ ... }}`")
        variables: list[VariableDeclaration] = []
        methods: list[Method] = []
        parts: list[Node] = []
        self.skip_separators()
        while self.kinds[self.at] in ("var", "init", "method") or self.begins_part():
            if self.accept("var"):
                self.variables(variables)
            elif self.begins_part():
                parts.append(self.readers.parts[self.texts[self.at]](self))
            else:
                methods.append(self.method())
            self.skip_separators()
        last = self.close("}", opened)
        self.inside = None
        typed = iter(with_types(tuple(methods), [part for part in parts if isinstance(part, ActorState)]))
        parts = [next(typed) if isinstance(part, ActorState) else part for part in parts]
        inits = [method for method in methods if self.kinds[method.name_at] == "init"]
        self._refuse_second(inits, f"`init` of `{name}`")
        others = tuple(method for method in methods if method not in inits)
        init = inits[0] if inits else None
        return ActorType(start, last, name, name_at, tuple(variables), init, others, tuple(parts))

    def _type_name(self) -> int:
        at = self.at
        name = self.texts[at]
        if self.kinds[at] == NAME and name in self.names.proctypes:
            self.report("E302", f"the actor type `{name}` is declared twice", at)
            self.at += 1
            return at
        return self.expect_name("the name of an actor type")

    def _refuse_second(self, found: list[Method], what: str) -> None:
        for second in found[1:]:
            notes = [("it was declared here before", self.positions[found[0].name_at])]
            where = self.positions[second.name_at]
            self.diagnostics.report("E302", f"{what} is declared twice", where, len(second.name), notes=notes)

    def variables(self, found: list[VariableDeclaration]) -> None:
        """The declarations after `var`."""
        self.skip_separators()
        while self.starts_declaration():
            declaration = self.declaration()
            if isinstance(declaration, MtypeDeclaration):
                raise self.fail("E211", "message types must be declared outside actor types", declaration.first)
            found.append(declaration)
            if not self.skip_separators():
                break

    def method(self, state: str = "") -> Method:
        """`method name(...)`, `init(...)` or, in a state, `on name(...)`."""
        start = name_at = self.advance()
        name = "init"
        if self.kinds[start] == "method" or state:
            name_at = self._method_name()
            name = self.texts[name_at]
        self.expect("(", hint=f"write `{name}()` even if there are no parameters")
        parameters = self._parameters(state) if self.kinds[self.at] != ")" else ()
        self.expect(")")
        self.skip_separators()
        clauses_at = self.at
        clauses: list[Clause] = []
        while self._begins_clause():
            clauses.append(self._clause())
            self.skip_separators()
        body = self.sequence()
        return Method(start, self.at - 1, name, name_at, parameters, tuple(clauses), clauses_at, body, state)

    def _parameters(self, state: str) -> tuple[VariableDeclaration, ...]:
        """In a state they may stand without types, `on move(x, y)`: another declaration of the message tells them."""
        if not state or self.kinds[self.at] != NAME or self.kinds[self.at + 1] not in (",", ")"):
            return self.declarations()
        names = self.listed(self.declarator)
        return tuple(VariableDeclaration(one.first, one.last, None, "", None, (one,)) for one in names)

    def _method_name(self) -> int:
        """Methods have names of their own: they may be called as anything else is."""
        if self.kinds[self.at] != NAME:
            raise self.unexpected("the name of a method")
        self.at += 1
        return self.at - 1

    def _begins_clause(self) -> bool:
        """`defer` and `ignore` are words here only: elsewhere they are names, and here, too, those of an inline."""
        word = self.texts[self.at]
        follows = self.kinds[self.at + 1 : self.at + 2] == ["("] and word not in self.names.inlines
        return self.kinds[self.at] == RESTRAIN or (word in (DEFER, IGNORE) and follows)

    def _clause(self) -> Clause:
        start = self.advance()
        word = self.texts[start]
        opened = self.expect("(", hint=f"write `{word} (condition)`")
        condition = self.whole_expression()
        if self.kinds[self.at] in _CHANGES:
            self.report(
                "E806",
                f"`{word}` must not change anything",
                self.at,
                "a condition changes nothing; to compare, write `==`, and change variables in the body of the method",
            )
            while self.kinds[self.at] not in (")", "method", "}", "end of file"):
                self.at += 1
        return Clause(start, self.close(")", opened), word, condition)

    # -- declarations ------------------------------------------------------------------------

    def starts_declaration(self) -> bool:
        return self.kinds[self.at] == "actor" or self._starts_keyed() or super().starts_declaration()

    def _starts_keyed(self) -> bool:
        """`set<8> a` or `map<colour, ...`: no expression goes on like this."""
        kinds = self.kinds[self.at : self.at + 5]
        word = self.texts[self.at]
        if kinds[:2] != [NAME, "<"] or word not in ("set", "map"):
            return False
        return kinds[3:] == [">", NAME] if word == "set" else kinds[3:4] == [","]

    def declaration(self) -> VariableDeclaration | MtypeDeclaration:
        if self._starts_keyed():
            return cast(VariableDeclaration, self.readers.keyed(self))
        if self.kinds[self.at] != "actor":
            return self._of_enumeration(super().declaration())
        start = self.advance()
        subtype = self._possible_type()
        name = self.texts[self.at]
        if self.kinds[self.at] == NAME == self.kinds[self.at + 1] and name in self.names.proctypes | self.later:
            said = "the actor type of a variable stands between `<` and `>`"
            fixes = replaced(self.table, self.at, f"<{name}>")
            raise self.fail("E810", said, hint=f"write `actor<{name}> {self.texts[self.at + 1]}`", fixes=fixes)
        variables = self.listed(self.declarator)
        return VariableDeclaration(start, self.at - 1, None, "actor", subtype, variables)

    def _of_enumeration(
        self, declared: VariableDeclaration | MtypeDeclaration
    ) -> VariableDeclaration | MtypeDeclaration:
        if not isinstance(declared, VariableDeclaration) or declared.type not in self.enumerations:
            return declared
        self._write_enumeration(declared.first + (declared.visibility is not None))
        return replace(declared, type="mtype", subtype=declared.type)

    def _write_enumeration(self, at: int) -> None:
        self.rewritten[at] = (f"mtype:{self.texts[at]}", at)

    def _possible_type(self) -> str | None:
        if not self.accept("<"):
            return None
        if self.kinds[self.at] != NAME:
            raise self.unexpected("the name of an actor type")
        at = self.advance()
        if self.kinds[self.at] == ">>":  # the second half ends what is around it
            self.kinds[self.at] = ">"
        else:
            self.expect(">")
        return self.texts[at]

    def constant_expression(self, allow_name: bool) -> Expression:
        start = self.at
        value = self.expression()
        names = [node for node in walk(value) if isinstance(node, Reference)]
        if names and all(one.name in self.numbers for one in names):
            return value  # what it is made of is looked at in the translation
        self.at = start
        return super().constant_expression(allow_name)

    def field(self) -> FieldType:
        if self.kinds[self.at] != "actor":
            found = super().field()
            if found.type not in self.enumerations:
                return found
            self._write_enumeration(found.first)
            return replace(found, type="mtype", subtype=found.type)
        at = self.advance()
        return FieldType(at, self.at - 1, "actor", self._possible_type())

    # -- expressions and statements ----------------------------------------------------------

    def primary(self) -> Expression:
        if self.kinds[self.at] == "this":
            return cast(Expression, self.this())
        if self.kinds[self.at] == "create":
            return cast(Expression, self.create())
        if self._calls_function():
            return cast(Expression, self.readers.call(self))
        return super().primary()

    def _calls_function(self) -> bool:
        name = self.texts[self.at]
        known = name in self.functions or name in self.later_functions
        return known and self.kinds[self.at] == NAME and self.kinds[self.at + 1] == "("

    def this(self) -> This:
        if self.inside is None:
            self.report("E805", "`this` is the actor itself, and there is none here", self.at)
        self.at += 1
        return This(self.at - 1, self.at - 1)

    def create(self) -> Create:
        start = self.advance()
        if self.kinds[self.at] != NAME:
            raise self.unexpected("the name of an actor type")
        name_at = self.advance()
        self.expect("(", hint=f"write `create {self.texts[name_at]}()` even if there are no arguments")
        arguments = self.arguments(")")
        return Create(start, self.expect(")"), self.texts[name_at], name_at, arguments)

    def statement(self) -> Statement:
        kind = self.kinds[self.at]
        if kind == "return" and self.result is None:
            raise self.fail("E810", "a method has no value", hint=_ANSWER)
        if self._calls_function():
            return self.condition()
        if self._comes_later():
            return self._later()
        if kind not in ("this", "create"):
            return super().statement()
        value: Node = self.this() if kind == "this" else self.create()
        if self._tells():
            return self.tell(cast(Expression, value))
        if isinstance(value, Create) and (self.kinds[self.at] in SEPARATORS or self._ends_here()):
            return cast(Statement, Make(value.first, value.last, value))
        if self.operator()[1]:
            condition = self.binary(cast(Expression, value), 1)
            return Condition(value.first, self.at - 1, condition)
        raise self.unexpected("`<-`", hint="send a message with `target <- method(arguments)`")

    def _comes_later(self) -> bool:
        """`after(n) target <- m()`: no other text goes on after such parentheses."""
        if self.texts[self.at] != AFTER or self.kinds[self.at : self.at + 2] != [NAME, "("]:
            return False
        return AFTER not in self.names.inlines

    def _later(self) -> Statement:
        start = self.advance()
        delay = self.in_parentheses(self.expression)
        self.skip_separators()
        told: Node = self.statement()
        if not isinstance(told, Tell) or told.delay is not None:
            hint = "write `after(3) target <- method(arguments)`"
            raise self.fail("E824", "`after` stands before a message", start, hint)
        return cast(Statement, replace(told, first=start, delay=delay))

    def _ends_here(self) -> bool:
        return self.kinds[self.at] in ("}", "::", "od", "fi", "end of file", "unless") or self.begins_unit()

    def _tells(self) -> bool:
        """Whether `<- name` follows: no expression goes on like this, since a name has no parentheses there."""
        kinds = [*self.kinds[self.at : self.at + 4], "", "", "", ""]
        if kinds[:3] != ["<", "-", NAME]:
            return False
        return kinds[3] == "(" or self.adjacent()

    def after_reference(self, target: Reference) -> Statement:
        return self.tell(cast(Expression, target)) if self._tells() else super().after_reference(target)

    def tell(self, target: Expression) -> Statement:
        self.at += 2
        method_at = self.advance()
        name = self.texts[method_at]
        self.expect("(", hint=f"write `{name}()` even if there are no arguments")
        arguments = self.arguments(")")
        return cast(Statement, Tell(target.first, self.expect(")"), target, name, method_at, arguments))


Reader = Callable[[ActorParser], Node]
"""Reads what begins with a word."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Who reads what, by its first word: units of a model, and parts of an actor type."""

    units: Mapping[str, Reader]
    parts: Mapping[str, Reader]
    call: Reader
    """Reads the call of a function."""
    keyed: Reader
    """Reads the declaration of sets and maps."""

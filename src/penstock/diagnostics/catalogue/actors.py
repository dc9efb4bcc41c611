"""E8xx and W8xx: actors."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E801",
        title="there is no such actor type",
        explanation="""
            `create` and `actor<...>` name an actor type, which must be declared by `actortype`
            somewhere in the model, before or after. Check the spelling, or declare the type.
        """,
        example="""\
actortype lamp {
    method on() skip
}

main {
    actor l = create lmap();
    l <- on()
}
""",
        fixed="""\
actortype lamp {
    method on() skip
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E802",
        title="an actor has no such method",
        explanation="""
            A message is handled by the method of that name. Either no actor type has such a method, or none of the
            actors that may be meant here has it; the message then says where those actors come from. Which actors a
            variable may hold is found by following all assignments, arguments and messages.
        """,
        example="""\
actortype lamp {
    method on() skip
}

actortype door {
    method open() skip
}

main {
    actor l = create lamp(), d = create door();
    d <- open();
    l <- open()
}
""",
        fixed="""\
actortype lamp {
    method on() skip
}

actortype door {
    method open() skip
}

main {
    actor l = create lamp(), d = create door();
    d <- open();
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E803",
        title="a message or a creation has the wrong number of arguments",
        explanation="""
            A message has as many arguments as its method has parameters, and `create` as many as
            `init` has. An actor type without `init` is created without arguments.
        """,
        example="""\
actortype lamp {
    var byte level
    method dim(byte by) level = level - by
}

main {
    actor l = create lamp();
    l <- dim()
}
""",
        fixed="""\
actortype lamp {
    var byte level
    method dim(byte by) level = level - by
}

main {
    actor l = create lamp();
    l <- dim(1)
}
""",
        file="model.apml",
    ),
    Entry(
        code="E804",
        title="an actor where a number is needed, or vice versa",
        explanation="""
            Variables and parameters of type `actor` hold actors; all others hold numbers or message
            types. The two are never mixed, and messages are sent to actors only.
        """,
        example="""\
actortype lamp {
    method on() skip
    method join(actor other) other <- on()
}

main {
    actor l = create lamp();
    l <- join(7)
}
""",
        fixed="""\
actortype lamp {
    method on() skip
    method join(actor other) other <- on()
}

main {
    actor l = create lamp();
    l <- join(l)
}
""",
        file="model.apml",
    ),
    Entry(
        code="E805",
        title="`this` outside an actor type",
        explanation="""
            `this` is the actor that executes the statement. `main` is not an actor: nobody can send
            it a message. Create an actor that does what `main` was meant to do.
        """,
        example="""\
actortype lamp {
    method ask(actor from) from <- answer()
    method answer() skip
}

main {
    actor l = create lamp();
    l <- ask(this)
}
""",
        fixed="""\
actortype lamp {
    method ask(actor from) from <- answer()
    method answer() skip
}

main {
    actor l = create lamp();
    l <- ask(l)
}
""",
        file="model.apml",
    ),
    Entry(
        code="E806",
        title="`restrain` changes something",
        explanation="""
            The condition after `restrain` is evaluated, perhaps many times, to find out whether a message has
            to wait. It must not change anything: no assignment, no `create`. Do that in the body of the method.
        """,
        example="""\
actortype lamp {
    var byte used
    method on() restrain (used = 0) used = 1
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        fixed="""\
actortype lamp {
    var byte used
    method on() restrain (used == 0) used = 1
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E809",
        title="`create` where it is not allowed",
        explanation="""
            Creating an actor is a step: it happens in assignments, messages and other statements, not while a
            condition or the limits of a loop are evaluated. It is not possible inside a d_step, because the new actor
            has to act too, nor as an initial value after `var`. Put the new actor into a variable first.
        """,
        example="""\
actortype lamp {
    var actor next = create lamp()
    method on() next <- on()
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        fixed="""\
actortype lamp {
    var actor next
    init(actor other) next = other
    method on() next <- on()
}

main {
    actor l;
    l = create lamp(l);
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E810",
        title="something that does not belong in an actor model, or is missing",
        explanation="""
            An actor model consists of actor types, declarations and one `main`, which creates the
            first actors. Process types, the `init` of Promela and C code do not belong in it.
        """,
        example="""\
actortype lamp {
    method on() skip
}

proctype other() {
    skip
}

main {
    create lamp()
}
""",
        fixed="""\
actortype lamp {
    method on() skip
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E812",
        title="a parameter that no message can carry",
        explanation="""
            Messages carry numbers, message types, channels and actors. Arrays, records and
            `unsigned` numbers of a given width cannot be parameters, and a parameter has no initial
            value of its own.
        """,
        example="""\
actortype lamp {
    var byte level
    method set(unsigned to : 3) level = to
}

main {
    actor l = create lamp();
    l <- set(2)
}
""",
        fixed="""\
actortype lamp {
    var byte level
    method set(byte to) level = to
}

main {
    actor l = create lamp();
    l <- set(2)
}
""",
        file="model.apml",
    ),
    Entry(
        code="E813",
        title="a variable is given an actor of another type",
        explanation="""
            A variable declared as `actor<T>` holds actors of type `T` only. Somewhere it is given
            another one, perhaps through parameters and messages; the message says where that one comes from.
        """,
        example="""\
actortype lamp {
    method on() skip
}

actortype door {
    method on() skip
}

main {
    actor<lamp> l = create door();
    l <- on()
}
""",
        fixed="""\
actortype lamp {
    method on() skip
}

main {
    actor<lamp> l = create lamp();
    l <- on()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E814",
        title="a jump out of a method",
        explanation="""
            A method ends where its text ends. `goto` leads to a label in the same method, `init` or
            `main`, never into another one.
        """,
        example="""\
actortype lamp {
    method on() again: skip
    method off() goto again
}

main {
    actor l = create lamp();
    l <- on();
    l <- off()
}
""",
        fixed="""\
actortype lamp {
    method on() skip
    method off()
        goto done;
    done:
        skip
}

main {
    actor l = create lamp();
    l <- on();
    l <- off()
}
""",
        file="model.apml",
    ),
    Entry(
        code="E815",
        title="the receivers of a message disagree about its parameters",
        explanation="""
            If a message may reach actors of several types, its method must have parameters of the
            same types in the same order in all of them. The message is the same, whichever actor gets it.
        """,
        example="""\
actortype lamp {
    var byte level
    method set(byte to) level = to
}

actortype dimmer {
    var short level
    method set(short to) level = to
}

main {
    actor l = create lamp();
    l <- set(1);
    l = create dimmer();
    l <- set(1)
}
""",
        fixed="""\
actortype lamp {
    var byte level
    method set(byte to) level = to
}

actortype dimmer {
    var short level
    method set(byte to) level = to
}

main {
    actor l = create lamp();
    l <- set(1);
    l = create dimmer();
    l <- set(1)
}
""",
        file="model.apml",
    ),
    Entry(
        code="E816",
        title="an actor is looked into",
        explanation="""
            An address gives access to a mailbox and nothing else: the variables and labels of an actor
            cannot be reached through `z.x` or `z:x`, where `z` holds its address. Ask it with a
            message, and let it answer. Conditions, assertions and formulas may look at an actor by
            its type: `lamp:lit` is the variable `lit` of the first `lamp`, `lamp@here` the label
            `here` in it.
        """,
        example="""\
actortype lamp {
    var bool lit
    method on() lit = true
}

main {
    actor l = create lamp();
    l <- on();
    l.lit
}
""",
        fixed="""\
actortype lamp {
    var bool lit
    method on() lit = true
}

main {
    actor l = create lamp();
    l <- on();
    lamp:lit
}
""",
        file="model.apml",
    ),
]

WARNINGS = [
    Entry(
        code="W808",
        title="the creation of an actor never ends",
        explanation="""
            An actor exists when its `init` has ended. If `init` always creates an actor that,
            directly or indirectly, creates one of the first type again, none of them is ever ready. Create
            the next one in a method, or only under a condition.
        """,
        example="""\
actortype lamp {
    init() create lamp()
}

main {
    create lamp()
}
""",
        fixed="""\
actortype lamp {
    init(byte more)
        if
        :: more > 0 -> create lamp(more - 1)
        :: else
        fi
}

main {
    create lamp(2)
}
""",
        file="model.apml",
    ),
    Entry(
        code="W811",
        title="a variable never holds an actor",
        explanation="""
            A message is sent to the actor in a variable, but nothing ever puts an actor there: no
            `create`, no parameter, no other variable. Every run that gets here fails.
        """,
        example="""\
actortype lamp {
    var actor neighbour
    method on() neighbour <- on()
}

main {
    actor l = create lamp();
    l <- on()
}
""",
        fixed="""\
actortype lamp {
    var actor neighbour
    init(actor other) neighbour = other
    method on() neighbour <- on()
}

main {
    actor l = create lamp(l);
    l = create lamp(l);
    l <- on()
}
""",
        file="model.apml",
    ),
]

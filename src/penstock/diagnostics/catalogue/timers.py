"""E440 to E444: timers."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E440",
        title="something that is not a timer is set, reset or waited for",
        explanation="""
            `set`, `reset` and `expire` work only on variables declared as `timer`: time passes for those and for
            nothing else. Declare the variable as a timer, or use an assignment and a comparison if it is a number
            that your processes count down themselves.
        """,
        example="""\
byte t;

active proctype Sender() {
    set(t, 5);
    expire(t)
}
""",
        fixed="""\
timer t;

active proctype Sender() {
    set(t, 5);
    expire(t)
}
""",
    ),
    Entry(
        code="E441",
        title="a timer is used as a number",
        explanation="""
            A timer is off, or it is on and has some ticks left; it is not a number that can be read, printed,
            assigned, compared or sent. Turn it on with `set(t, n)`, off with `reset(t)`, and wait for it to run down
            with `expire(t)`. Whatever else your model needs to know, such as whether the timer was set at all,
            belongs in a variable.
        """,
        example="""\
timer t;

active proctype Sender() {
    t = 5;
    expire(t)
}
""",
        fixed="""\
timer t;

active proctype Sender() {
    set(t, 5);
    expire(t)
}
""",
    ),
    Entry(
        code="E442",
        title="`expire` is used where it cannot turn the timer off",
        explanation="""
            `expire(t)` is a statement that waits until the timer has run down, and passing it turns the timer off. So
            it can be a whole condition, or part of one joined by `&&`: the timer has then run down when the condition
            is passed. Negated, joined by `||`, in an assignment, an assertion, a formula or a never claim, it would
            not be clear whether the timer is off afterwards. For `expire(t) || x`, write two options.
        """,
        example="""\
timer t;
bool urgent;

active proctype Sender() {
    set(t, 5);
    expire(t) || urgent
}
""",
        fixed="""\
timer t;
bool urgent;

active proctype Sender() {
    set(t, 5);
    if
    :: expire(t)
    :: urgent
    fi
}
""",
    ),
    Entry(
        code="E443",
        title="a timer is set to an impossible time",
        explanation="""
            A timer runs for a non-negative number of ticks; 0 means that it runs down at once, before time passes.
            Only numbers written in the text are checked here. If variables yield a negative time, verification
            reports it like a failed assertion.
        """,
        example="""\
timer t;

active proctype Sender() {
    set(t, -1);
    expire(t)
}
""",
        fixed="""\
timer t;

active proctype Sender() {
    set(t, 0);
    expire(t)
}
""",
    ),
    Entry(
        code="E444",
        title="a timer cannot be declared like this",
        explanation="""
            A timer starts off, so it has no initial value. It belongs to the process that declares it, or to all if
            it is global: it cannot be passed to a process as a parameter or sent in a message, not even inside a
            structure. Inlines take timers as arguments. If processes of one type are to use different timers, declare
            the timer in the process, or pass an index into a global array of timers. An inline that names a timer of
            the process it is called in must mean the same one everywhere, and an inline that uses timers is called
            either always inside or always outside a `d_step`.
        """,
        example="""\
timer t = 3;

active proctype Sender() {
    expire(t)
}
""",
        fixed="""\
timer t;

active proctype Sender() {
    set(t, 3);
    expire(t)
}
""",
    ),
]

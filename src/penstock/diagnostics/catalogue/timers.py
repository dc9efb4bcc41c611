"""E440 to E444: timers."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E440",
        title="something that is not a timer is set, reset or waited for",
        explanation="""
            `set`, `reset` and `expire` work on variables that are declared as `timer` only: time passes for those, and
            for nothing else. Declare the variable as a timer, or use an assignment and a comparison if it is a number
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
            A timer is off, or it is on and has some ticks left; it is no number that could be read, printed, assigned,
            compared or sent. Turn it on with `set(t, n)`, off with `reset(t)`, and wait for its end with `expire(t)`.
            What your model needs to know besides, such as whether the timer was set at all, belongs into a variable.
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
        title="`expire` stands where it cannot turn the timer off",
        explanation="""
            `expire(t)` is a statement that waits until the timer has run down, and passing it turns the timer off. So
            it can be a condition of its own, or a part of one joined by `&&`; then it has run down when the condition
            is passed. Negated, joined by `||`, in an assignment, an assertion, a formula or a never claim, it would not
            be clear whether the timer is off afterwards. For `expire(t) || x`, write two options.
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
            A timer runs for a number of ticks, which is not negative; 0 means that it has run down at once, before time
            passes. Only numbers that are written in the text are checked here. Where a negative time comes out of
            variables, verification finds it like an assertion that does not hold.
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
        title="a timer is declared as it cannot be",
        explanation="""
            A timer starts off, so it has no first value. It belongs to the process that declares it, or to all if it
            is global: it cannot be handed to a process as a parameter or sent in a message, also not inside a
            structure. Inlines take timers as arguments. If processes of one type are to use different timers, declare
            the timer in the process, or pass an index into a global array of timers. An inline that names a timer of
            the process it is called in must mean the same one everywhere, and an inline with timers in it is called
            either inside of `d_step` or outside.
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

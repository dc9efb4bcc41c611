"""Open models: what is said about the outside, and what cannot be closed."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E450",
        title="an open channel is not a global channel",
        explanation="""
            `env q ? a;` says that the signal `a` may also arrive on the channel `q` from outside. `q` must be a global
            channel, or an array of channels, all of which are then open. Declare the channel outside processes.
        """,
        example="""\
mtype = { a };
byte q;
env q ? a;

init {
    q = 1
}
""",
        fixed="""\
mtype = { a };
chan q = [1] of { mtype };
env q ? a;

init {
    q ? a
}
""",
    ),
    Entry(
        code="E451",
        title="a signal from outside is not declared",
        explanation="""
            After `env q ?` come the signals that may arrive from outside: names declared by `mtype`, or numbers.
            Their data is not mentioned, since it may be anything. Declare the name, or correct it.
        """,
        example="""\
mtype = { a };
chan q = [1] of { mtype };
env q ? b;

init {
    q ? a
}
""",
        fixed="""\
mtype = { a };
chan q = [1] of { mtype };
env q ? a;

init {
    q ? a
}
""",
    ),
    Entry(
        code="E452",
        title="a statement cannot be closed",
        explanation="""
            To close a model, each statement is replaced by one that can do whatever the original can do with any
            environment. Here that is not possible without losing behaviour: the message says why. The hint suggests
            what to write instead; the method `process` has no such limits, but needs far more states.
        """,
        example="""\
mtype = { stop };
chan q = [1] of { mtype };
env q ? stop;

init {
    byte x;
    { x = 1; x = 2 } unless { q ? stop }
}
""",
        fixed="""\
mtype = { stop };
chan q = [1] of { mtype };
env q ? stop;

init {
    byte x;
    if
    :: x = 1
    :: q ? stop
    fi
}
""",
        runnable=False,
    ),
]

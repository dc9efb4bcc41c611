"""Open models: what is said about the outside, and what cannot be closed."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E450",
        title="an open channel is not a global channel",
        explanation="""
            `env q ? a;` says that the signal `a` may also arrive on the channel `q` from outside. `q` must be a global
            channel, or an array of channels, all of which are open then. Declare the channel outside of processes.
            Likewise `env chan q = [1] of { byte };` declares a channel; `env chan q;` would only be a variable that
            stands for one.
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
            After `env q ?` stand the signals that may arrive from outside: names declared by `mtype`, or numbers.
            The data that comes with them is not mentioned, since it may be anything. Declare the name, or correct it.
            A number must fit into the first field of the messages.
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
    Entry(
        code="E453",
        title="an environment process that cannot be written",
        explanation="""
            With `--method process` the environment is a process that sends what may arrive. It cannot send channels,
            cannot offer very many messages in a rendezvous at a time, and cannot stand behind a channel that has
            several names. The message says which of these is the case. The other methods have no such limits.
        """,
        example="""\
env chan q = [0] of { byte, byte };

init {
    byte x, y;
    q ? x, y;
    assert(x < 10 && x != 20 && x != 30 && x != 40 && y < 50 && y != 60 && y != 70 && y != 80)
}
""",
        fixed="""\
env chan q = [1] of { byte, byte };

init {
    byte x, y;
    q ? x, y;
    assert(x < 10 && x != 20 && x != 30 && x != 40 && y < 50 && y != 60 && y != 70 && y != 80)
}
""",
        runnable=False,
    ),
]

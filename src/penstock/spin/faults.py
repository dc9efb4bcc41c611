"""What a verifier complains about: its own words, sorted into kinds that a reader knows."""

from __future__ import annotations

import re
from enum import Enum


class FaultKind(Enum):
    """`RUN_TIME`: the model does something that has no meaning, such as using an index that is out of range.

    `LIMIT`: it needs more of something than SPIN has.  `TRACE`: something happens that the trace does not have;
    `NOTRACE`: all that the notrace has happens.
    """

    ASSERTION = "assertion"
    DEADLOCK = "deadlock"
    ACCEPTANCE = "acceptance cycle"
    PROGRESS = "non-progress cycle"
    CLAIM = "claim"
    TRACE = "trace"
    NOTRACE = "notrace"
    RUN_TIME = "run-time error"
    LIMIT = "limit"
    UNKNOWN = "unknown"


_KINDS = [
    (r"assertion violated - invalid array index", FaultKind.RUN_TIME),
    (r"assertion violated .*", FaultKind.ASSERTION),
    (r"invalid end state\.?", FaultKind.DEADLOCK),
    (r"acceptance cycle|accept cycle found|accept stutter", FaultKind.ACCEPTANCE),
    (r"non-progress cycle", FaultKind.PROGRESS),
    (r"end state in claim reached", FaultKind.CLAIM),
    (r"event_trace error \(no matching event\)", FaultKind.TRACE),
    (r"event_trace error \(all events matched\)", FaultKind.NOTRACE),
    (r"too many (processes|queues)", FaultKind.LIMIT),
    (r"block in d_step seq|rv-attempt in d_step", FaultKind.RUN_TIME),
    (
        r"too (few|many) parameters in send stmnt|missing pars in receive|wrong nr of msg fields in rcv",
        FaultKind.RUN_TIME,
    ),
    (r"ref to (uninitialized|unknown) chan .*|q(send|recv) bad queue#|bad queue - .*", FaultKind.RUN_TIME),
    (r"error, partial order reduction invalid|.* on xr channel violates po reduction", FaultKind.RUN_TIME),
    (r"x\[rs\] claim on uninitialized channel|x[rs] chans cannot be used for rv", FaultKind.RUN_TIME),
    (r"error to poll rendezvous channel|polling .*|unknown qid - q_cond", FaultKind.RUN_TIME),
    (
        r"non-determinism in (D_proctype|event-trace)|priority is out of range|used: enabled\(pid=thisproc\)",
        FaultKind.RUN_TIME,
    ),
]
_SENTENCES = {
    "assertion violated - invalid array index": "an array index is out of range",
    "block in d_step seq": "a statement inside a d_step cannot be executed, but a d_step must not wait",
    "rv-attempt in d_step": "a d_step attempts a rendezvous",
    "too few parameters in send stmnt": "a message is sent with fewer fields than its channel has",
    "too many parameters in send stmnt": "a message is sent with more fields than its channel has",
    "missing pars in receive": "a message is received with the wrong number of fields",
    "wrong nr of msg fields in rcv": "a message is received with the wrong number of fields",
    "error, partial order reduction invalid": "a channel that is claimed with xr or xs is used by another process",
    "too many processes": "the model starts more than the 255 processes that SPIN supports at a time",
    "too many queues": "the model makes more than the 255 channels that SPIN supports at a time",
}


def kind_of(message: str) -> FaultKind:
    """The kind of a complaint; `UNKNOWN` for words we do not know."""
    return next((kind for pattern, kind in _KINDS if re.fullmatch(pattern, message)), FaultKind.UNKNOWN)


def sentence(message: str) -> str:
    """A run-time error or limit in words that explain it."""
    if message.startswith(("ref to uninitialized chan", "qsend bad queue", "qrecv bad queue")):
        return "a channel is used that was never initialized"
    return _SENTENCES.get(message, message)


def asserted(message: str) -> str:
    """The expression of an assertion that fails."""
    return message.removeprefix("assertion violated").strip()

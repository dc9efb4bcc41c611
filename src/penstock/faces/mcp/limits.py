"""What calls may use, as whoever starts the server says."""

from __future__ import annotations

from penstock.records import record


@record
class CallLimits:
    """`seconds` is the largest budget that a call may ask for; `calls` is how many work at the same time.

    `memory_mb` is for the process of a call, and for each verifier that it starts; `answer_kb` is the most that a call
    may ask for as data in its answer.
    """

    root: str = "."
    c_code: bool = False
    seconds: float = 600.0
    memory_mb: int = 2048
    calls: int = 2
    answer_kb: int = 64

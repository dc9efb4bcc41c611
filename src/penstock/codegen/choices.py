"""How a program is to be.  Nothing here takes time to import: faces read it before there is work."""

from __future__ import annotations

from enum import Enum


class Choice(Enum):
    """What is done where several guards are executable."""

    FIRST = "first"
    RANDOM = "random"
    FAIR = "fair"


class Runtime(Enum):
    """What a process of the model becomes."""

    SINGLE = "single"
    THREADS = "threads"
    PROCESSES = "processes"


class Target(Enum):
    """Where a program runs."""

    HOST = "host"
    EMBEDDED = "embedded"

"""The exit status of every command."""

FINE = 0
FINDING = 1
WRONG = 2
UNDECIDED = 3
TOOL_MISSING = 4
"""SPIN or the C compiler is not there, or failed."""
OWN_FAULT = 70
INTERRUPTED = 130
OUTPUT_CLOSED = 141
"""Nobody reads on: what a program ended by SIGPIPE would leave."""

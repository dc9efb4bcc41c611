"""The exit status of every command."""

FINE = 0
FINDING = 1
WRONG = 2
OWN_FAULT = 70
INTERRUPTED = 130
OUTPUT_CLOSED = 141
"""Nobody reads on: what a program ended by SIGPIPE would leave."""

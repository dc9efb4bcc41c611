"""Models that the page is driven with."""

MISTAKES = """\
chan line = [2] of { byte };
byte count;

active proctype Sender() {
    line!conut
}

active proctype Receiver() {
    byte got;
    lin?got;
    goto finish
}
"""
"""Three mistakes: two names that are misspelt, and a label that is nowhere."""

CROSSING = """\
chan there = [1] of { byte };
chan back = [1] of { byte };

active proctype Left() {
    there!1;
    there!2;
    back?_
}

active proctype Right() {
    back!3;
    back!4;
    there?_
}
"""
"""Each fills a channel, and waits for the other."""

GRANTING = """\
chan wishes = [5] of { byte };
chan grants = [5] of { byte };

active proctype Client() {
    do
    :: wishes!1;
        grants?1
    od
}

active proctype Server() {
    do
    :: wishes?1 ->
        grants!1
    od
}
"""
"""Both channels hold at most one message, which a proof with weights says."""

FILLING = """\
chan line = [2] of { byte };

active proctype Sender() {
    do
    :: line!1
    od
}

active proctype Receiver() {
    do
    :: line?1
    od
}
"""
"""Nothing limits the sender but the channel."""

COUNTING = """\
#define N 40
byte a[4], b[4], c[4];

active [3] proctype Counter() {
    byte i;
    do
    :: i < 4 && a[i] < N -> a[i]++
    :: i < 4 && b[i] < N -> b[i]++
    :: i < 4 && c[i] < N -> c[i]++
    :: i < 3 -> i++
    :: i > 0 -> i--
    od
}
"""
"""More states than anybody visits."""

TIMED = """\
timer pause;
byte beats;

active proctype Clock() {
    do
    :: set(pause, 3);
        expire(pause);
        beats++
    od
}
"""

TALKING = """\
env chan outside = [1] of { byte };
byte known, own;

active proctype Node() {
    byte got;
    do
    :: outside?got;
        known = got;
        own = 1
    od
}
"""
"""What is known comes from outside; what is its own does not."""

TWO_STEPS = "byte x; active proctype p() { x = 1; x = 2 }\n"

STORED = """\
short stored;
active proctype Producer() { do :: stored < 2 -> stored++ od }
active proctype Consumer() { do :: stored > 0 -> stored-- od }
"""
"""Solves the exercise about a buffer."""

/* Two people call each other, each from a phone without an answering machine. */
mtype = { hello };
chan to_ada = [0] of { mtype };
chan to_bob = [0] of { mtype };

active proctype ada() {
    to_bob!hello;
    to_ada?hello
}

active proctype bob() {
    to_ada!hello;
    to_bob?hello
}

/* A store that keeps one request at a time: its clients wait for the answer before they ask again. */

mtype = { put, get, done };
chan requests = [2] of { mtype, byte };
chan answers = [2] of { mtype, byte };
env byte value in 0 .. 99;

env protocol client {
    do
    :: requests ! put(value); answers ? done(_)
    :: requests ! get(0); answers ? done(_)
    od
}

active proctype Store() {
    byte kept;

    do
    :: requests ? put(kept) -> assert(kept < 100 && len(requests) == 0); answers ! done(0)
    :: requests ? get(_) -> assert(len(requests) == 0); answers ! done(kept)
    od
}

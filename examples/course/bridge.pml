/* A bridge with one lane: each side looks, then drives. */
bool here[2]; /* a car of this side is on the bridge */

active [2] proctype side() {
    do
    :: !here[1 - _pid] ->
        here[_pid] = true;
        /* on the bridge */
        here[_pid] = false
    od
}

active proctype observer() {
    assert(!(here[0] && here[1]))
}

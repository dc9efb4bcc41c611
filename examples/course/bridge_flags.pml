/* A bridge with one lane: each side announces itself, then looks, then drives. */
bool wants[2]; /* this side wants to use the bridge, or is on it */
bool here[2];  /* a car of this side is on the bridge */

active [2] proctype side() {
    do
    :: wants[_pid] = true;
        !wants[1 - _pid];
        here[_pid] = true;
        /* on the bridge */
        here[_pid] = false;
        wants[_pid] = false
    od
}

active proctype observer() {
    assert(!(here[0] && here[1]))
}

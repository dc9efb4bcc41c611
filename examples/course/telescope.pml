/* Two astronomers share a telescope. */
bool taken = false;
bool looking[2];

active [2] proctype astronomer() {
    do
    :: atomic {
        !taken -> taken = true
    };
        looking[_pid] = true;
        looking[_pid] = false;
        taken = false
    od
}

ltl first_looks { []<>looking[0] }

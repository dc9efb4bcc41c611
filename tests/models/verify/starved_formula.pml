/* Far more states than fit into the time, and a formula that is violated after two steps. */
byte count[4];
byte steps;

active [4] proctype Counter() {
    do
    :: count[_pid] < 255 -> count[_pid]++;
    :: else -> count[_pid] = 0;
    od;
}

active proctype Stepper() {
    steps = 1;
    steps = 2;
    assert(steps == 2);
    steps = 3;
}

ltl few { [] (steps < 2) }

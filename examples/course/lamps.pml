/* Two lamps blink, each by itself. */
bool lit[2];

active [2] proctype lamp() {
    do
    :: lit[_pid] = !lit[_pid]
    od
}

ltl blinks { []<>lit[1] }

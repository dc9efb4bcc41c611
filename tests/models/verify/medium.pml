/* Some hundred thousand states: enough to be busy for a moment. */
byte count[3];

active [3] proctype Counter() {
    do
    :: count[_pid] < 30 -> count[_pid]++;
    :: else -> count[_pid] = 0;
    od;
}

/* Far more states than fit into a second or into 50 MB. */
byte count[4];

active [4] proctype Counter() {
    do
    :: count[_pid] < 255 -> count[_pid]++;
    :: else -> count[_pid] = 0;
    od;
}

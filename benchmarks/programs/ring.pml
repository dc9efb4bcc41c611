/* A token goes round a ring of a hundred processes. */
#define MEMBERS 100
#ifndef TIMES
#define TIMES 1
#endif
#define ROUNDS (5000 * TIMES)
chan links[MEMBERS] = [1] of { int };
proctype member(byte at) {
    int i, n;
    do
    :: i < ROUNDS -> links[at]?n; links[(at + 1) % MEMBERS]!n + 1; i++
    :: else -> break
    od
}
init {
    byte at;
    for (at : 0 .. MEMBERS - 1) { run member(at) }
    links[0]!0
}

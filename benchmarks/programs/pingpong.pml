/* Two processes hand one message to and fro. */
#ifndef TIMES
#define TIMES 1
#endif
#define ROUNDS (200000 * TIMES)
chan there = [1] of { int };
chan back = [1] of { int };
active proctype ping() {
    int i, n;
    do
    :: i < ROUNDS -> there!i; back?n; i = n + 1
    :: else -> break
    od
}
active proctype pong() {
    int i, n;
    do
    :: i < ROUNDS -> there?n; back!n; i++
    :: else -> break
    od
}

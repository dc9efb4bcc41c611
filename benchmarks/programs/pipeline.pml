/* A source, two stages that add one, a sink: four processes, three channels of 16. */
#ifndef TIMES
#define TIMES 1
#endif
#define MESSAGES (300000 * TIMES)
chan first = [16] of { int };
chan second = [16] of { int };
chan third = [16] of { int };
active proctype source() {
    int i;
    do
    :: i < MESSAGES -> first!i; i++
    :: else -> break
    od
}
proctype stage(chan from; chan to) {
    int i, n;
    do
    :: i < MESSAGES -> from?n; to!n + 1; i++
    :: else -> break
    od
}
init {
    int i, n;
    run stage(first, second);
    run stage(second, third);
    do
    :: i < MESSAGES -> third?n; assert(n == i + 2); i++
    :: else -> break
    od
}

/* One process hands work to eight others, over one channel. */
#ifndef TIMES
#define TIMES 1
#endif
#define MESSAGES (300000 * TIMES)
#define WORKERS 8
chan work = [16] of { int };
active [WORKERS] proctype worker() {
    int n;
    do
    :: work?n ->
        if
        :: n < 0 -> break
        :: else -> skip
        fi
    od
}
active proctype source() {
    int i;
    do
    :: i < MESSAGES -> work!i; i++
    :: else -> break
    od;
    for (i : 1 .. WORKERS) { work!-1 }
}

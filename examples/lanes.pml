/* Eight pipelines that have nothing to do with each other. */
#ifndef ROUNDS
#define ROUNDS 3
#endif

chan raw[8] = [16] of { int };
chan cooked[8] = [16] of { int };

active [8] proctype Producer() {
    int n;
    do
    :: n < ROUNDS ->
        raw[_pid]!n;
        n++
    :: else -> break
    od
}

active [8] proctype Filter() {
    int n, seen;
    do
    :: seen < ROUNDS ->
        raw[_pid - 8]?n;
        cooked[_pid - 8]!n + 1;
        seen++
    :: else -> break
    od
}

active [8] proctype Consumer() {
    int n, seen;
    do
    :: seen < ROUNDS ->
        cooked[_pid - 16]?n;
        seen++;
        assert(n == seen)
    :: else -> break
    od
}

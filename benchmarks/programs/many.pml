/* Ten thousand processes, two hundred at a time, send a message and end. */
#define AT_A_TIME 200
#ifndef TIMES
#define TIMES 1
#endif
#define ROUNDS (50 * TIMES)
chan done = [16] of { byte };
proctype short_lived() { done!1 }
init {
    int round;
    byte n;
    for (round : 1 .. ROUNDS) {
        for (n : 1 .. AT_A_TIME) { run short_lived() };
        for (n : 1 .. AT_A_TIME) { done?_ };
        _nr_pr == 1
    }
}

#define NUM 4
chan fork_[NUM] = [1] of { bool };
chan butler = [NUM] of { bool };

proctype Philosopher(int i) {
    bool b;
    int right = (i + 1) % NUM;
    do
    :: butler ? b;
       fork_[i] ? b;
       fork_[right] ? b;
       /* eat */
       fork_[right] ! true;
       fork_[i] ! true;
       butler ! true
    od
}

init {
    int i = 0;
    do
    :: i < NUM -> fork_[i] ! true; run Philosopher(i); i++
    :: else -> break
    od;
    i = 1;
    do
    :: i < NUM -> butler ! true; i++
    :: else -> break
    od
}

/* A thousand processes, a hundred at a time. */
byte running;
short started;
proctype worker() { running--; started++ }
init {
    do
    :: started < 1000 ->
        running < 100 && _nr_pr < 120;
        atomic { running++; run worker() }
    :: else -> break
    od
}

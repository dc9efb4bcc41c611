/* A process that has nothing left to do stays while its `provided` condition is false. */
byte closed, done, alive;
active proctype a() provided (closed == 0) { done++ }
active proctype b() { done == 1; closed = 1 }
proctype c() provided (closed == 1) { done++ }
init {
    done == 1 && closed == 1;
    run c();
    run c();
    done == 3;
    closed = 2;
    alive = _nr_pr
}

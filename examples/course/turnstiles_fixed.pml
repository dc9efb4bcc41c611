/* Two turnstiles count the visitors of a museum. */
byte visitors = 0;

proctype turnstile() {
    byte seen;

    atomic {
        seen = visitors;
        visitors = seen + 1
    }
}

init {
    run turnstile();
    run turnstile();
    _nr_pr == 1; /* waits until both have ended */
    assert(visitors == 2)
}

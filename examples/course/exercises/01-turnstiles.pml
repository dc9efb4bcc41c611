/* Exercise 1.  Three turnstiles count two visitors each, and some are missed: repair `turnstile`. */
byte visitors = 0;
byte closed = 0;

proctype turnstile() {
    byte seen, i;

    for (i : 1 .. 2) {
        seen = visitors;
        visitors = seen + 1
    }
    closed++
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
init {
    atomic {
        run turnstile();
        run turnstile();
        run turnstile()
    }
}

ltl everybody_is_counted { [](closed == 3 -> visitors == 6) }
ltl never_closed { [](closed < 3) } /* must be violated: the turnstiles do close */

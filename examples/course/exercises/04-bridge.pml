/* Exercise 4.  Each side of the bridge announces itself and waits for the other one; both may wait forever.
   Let one side give way: a variable `turn` that a side gives to the other before it waits is enough. */
bool wants[2];
bool here[2];

active [2] proctype side() {
    do
    :: wants[_pid] = true;
        !wants[1 - _pid];
        here[_pid] = true;
        here[_pid] = false;
        wants[_pid] = false
    od
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
ltl one_at_a_time { [](!(here[0] && here[1])) }
ltl never_from_the_left { [](!here[0]) } /* must be violated: both sides use the bridge */
ltl never_from_the_right { [](!here[1]) }

/* Exercise 6.  A coffee machine, correct as it is, and with two faults that a macro switches on.  Write two formulas:

   paid      coffee comes only when a coin was put in
   served    whenever a coin was put in, coffee comes at some time

   Both hold for the machine; `-D FREE` must violate the first, `-D GREEDY` the second. */
bool coin = false;
bool coffee = false;

active proctype customer() {
    do
    :: !coin && !coffee ->
        coin = true
    od
}

active proctype machine() {
    do
    :: coin ->
#ifdef GREEDY
        if
        :: true -> coin = false; goto again
        :: true -> skip
        fi;
#endif
        coffee = true;
        d_step { coffee = false; coin = false };
again:
        skip
#ifdef FREE
    :: !coin ->
        coffee = true;
        coffee = false
#endif
    od
}

ltl paid { true }   /* your formula */
ltl served { true } /* your formula */

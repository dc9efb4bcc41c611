/* The second process may wait for ever for its turn, unless the scheduler is fair. */
bool served;

active proctype Busy() {
    byte turns;
    do
    :: turns = 1 - turns;
    od;
}

active proctype Patient() {
    served = true;
}

ltl everyone { <> served }
ltl never_taken_back { [] (served -> [] served) }

/* An assertion fails, but that is no reason to say anything about the formulas. */
byte x;

active proctype Counter() {
    x = 1;
    assert(x == 2);
    x = 3;
}

ltl small { [] (x < 4) }
ltl smaller { [] (x < 3) }

/* The claim is about x and y; the assertion fails first, if FAILING is defined. */
byte x;
byte y;

active proctype Counter() {
    x = 1;
#ifdef FAILING
    assert(y == 1);
#endif
    x = LAST;
}

never {
    do
    :: x == 3 -> break;
    :: else;
    od;
}

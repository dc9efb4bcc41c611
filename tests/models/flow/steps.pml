/* d_step, for and select in all forms, structures in messages. */
typedef Inner { byte a; bit b[2] }
typedef Outer { Inner i; short s }
mtype = { go, stop };
chan q = [4] of { Outer };
chan r = [2] of { mtype, byte };
byte n, list[3];
Outer o;

active proctype Steps() {
    d_step { n = 1; if :: n > 0 -> n = 2 :: else -> skip fi; do :: n < 9 -> n++ :: else -> break od };
    skip;
    atomic { n = 3; d_step { n = 4; n = 5 }; n = 6 };
    d_step { n = 7; n = 8 }
}

active proctype Loops() {
    byte i, i_;
    for (i : 1 .. 3) { n = i }
    for (i in list) { list[i] = i }
    for (o in q) { n = o.i.a; break }
    select (i : 0 .. 3);
    select (i_ : 0 .. 3);
    select (i : 0 .. 40);
    select (i : n .. 3);
    do
    :: select (i : 1 .. 2); break
    od
}

active proctype Messages() {
    q!o;
    q?o;
    q?<o>;
    if
    :: q?[o] -> r!go(n)
    :: r??stop, eval(n + 1) -> r!!stop(3)
    :: nempty(r) && len(q) < 2 -> r?go, _
    fi;
    assert(n < 3 && !(o.s > 2));
    n = (n > 1 -> n : -1)
}

never {
T0_init:
    do
    :: n == 3 -> goto accept_S1
    :: (1) -> goto T0_init
    od;
accept_S1:
    do
    :: atomic { n == 4 -> assert(!(n == 4)) }
    :: timeout || np_
    od
}

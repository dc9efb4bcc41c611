/* Jumps, breaks, labels on jumps, options that are jumps. */
byte x;

active proctype Options() {
    do
    :: x > 1 -> x--
    :: break
    :: x == 7 -> goto out
    od;
    x = 1;
out:
    x = 2;
    if
    :: goto again
    :: x = 3; skip; skip; x = 4
    :: printf("a\n"); skip; x = 5
    fi;
again:
    do
    :: do
       :: x < 9 -> x++
       :: else -> goto accept_end
       od
    od;
accept_end:
    goto progress_here;
progress_here:
    goto end_last;
end_last:
    skip;
last:
}

active proctype Blocks() {
    { { x = 1; goto inside } };
    { do :: x = 2 -> break od };
    x = 3;
inside:
    { x = 4; { x = 5 } }
    atomic { x = 6; if :: x = 7 :: else fi; goto tail };
    x = 8;
tail:
    atomic { x = 9; x = 10 }
}

active proctype Late() {
    x = 1;
    byte y = 2, z;
    byte list[3];
    if
    :: x > 0 -> byte w = x; w++
    :: else
    fi;
    y = z + list[1]
}

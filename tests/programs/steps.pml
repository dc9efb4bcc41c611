/* d_step, atomic, loops, jumps, inlines, declarations in the middle. */
byte total;
inline add(n) { total = total + n; if :: total > 250 -> total = 0 :: else fi }
active [2] proctype worker() {
    byte i;
again:
    skip; // SPIN allows no jump straight into a d_step
    d_step {
        i = i + 1;
        if
        :: i % 2 == 0 -> total = total + 1
        :: else -> total = total + 2
        fi
    }
    byte fresh = i;
    atomic { add(fresh); fresh = 0 }
    if
    :: i < 4 -> goto again
    :: else
    fi;
    for (i : 1 .. 3) { total = total + i }
    select (i : 1 .. 3);
    printf("%d\n", i)
}

/* A d_step takes the first option that it can, also where it begins an option itself, and whoever else comes. */
chan c = [0] of { byte };
chan done = [0] of { byte };
byte n, x, y, open = 1;
active proctype chooses() {
    do
    :: d_step { n < 12 -> n++; if :: n > 4 -> x++ :: n > 5 -> assert(false) :: else fi }
    :: d_step { if :: n < 12 -> n++; x = 2 :: n < 11 -> assert(false) fi; if :: x > 1 -> y++ :: x == 2 -> assert(false) fi }
    :: d_step {
           if
           :: n < 12 && x == 3 -> n++
           :: if :: n >= 12 -> x = 5 :: else -> n++; x = 6 fi
           :: n < 13 -> assert(false)
           fi
       }
    :: n < 12 -> n++
    :: d_step { do :: n < 11 -> n++ :: n < 10 -> assert(false) :: n >= 11 -> y++; break od; skip }
    :: n >= 12 -> break
    od;
    printf("%d %d\n", x, y)
}
active proctype takes() {
    byte got, i;
    for (i : 1 .. 4) {
        d_step { if :: c?got -> got = got + 10 :: c?_ -> assert(false) fi };
        if
        :: d_step { if :: c?got -> got = got + 10 :: c?_ -> assert(false) fi }
        :: d_step { if :: got > 99 :: c?1 -> got = 1 :: c?_ -> assert(false) fi }
        :: n > 200
        fi
    }
    if
    :: d_step { if :: open == 1 -> got = 1 :: done?got -> assert(false) fi }
    :: n > 200
    fi
}
active proctype sends() {
    byte i;
    for (i : 1 .. 4) { c!1; c!1 };
    do
    :: done!1 -> break
    :: else -> if :: i < 50 -> i++ :: else -> break fi
    od
}

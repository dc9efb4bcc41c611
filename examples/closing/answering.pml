/* Two processes of a larger system; the rest of it is the environment.

   A answers requests `a`: those of B (with 0) by `c` to B, those of the environment (with 1) by `c` to the outside.
   It also passes on news `n`, which only the environment sends.  B asks each time its timer runs down, and
   must have its answer before the timer runs down again.  */

mtype = { a, n, c };

chan chA = [2] of { mtype, byte };  /* to A: requests with who asks, news with what is new */
chan chB = [1] of { mtype, byte };  /* to B: answers and news */
env chan chEnv = [1] of { mtype };
env chA ? a, n;

active proctype A() {
    bit x;
    byte news;

pa: atomic {
        if
        :: chA ? a, x -> goto decision
        :: chA ? n, news -> chB ! n, news; goto pa
        fi
    };
decision: atomic {
        if
        :: (x == 0) -> chB ! c, 0; goto pa
        :: (x == 1) -> chEnv ! c; goto pa
        fi
    }
}

active proctype B() {
    timer tB;
    bool waiting;  /* for an answer */
    byte heard;

    set(tB, 5);
wait_tB: atomic {
        if
        :: expire(tB) -> assert(!waiting); goto ask
        :: chB ? c, _ -> waiting = false; set(tB, 1); goto wait_tB
        :: chB ? n, heard -> goto wait_tB
        fi
    };
ask: atomic {
        if
        :: chA ! a, 0 -> waiting = true; set(tB, 5); goto wait_tB
        :: chB ? c, _ -> goto ask
        :: chB ? n, heard -> goto ask
        fi
    }
}

/* Two processes that play a game of catch: the server answers each ball, now and then with two.
 * `penstock automata examples/pingpong.pml` draws what each of them does. */

mtype = { ball, smash, done };

chan toServer = [4] of { mtype, byte };
chan toPlayer = [4] of { mtype, byte };

active proctype Player() {
    byte round, back;

    do
    :: round < 3 ->
        toServer!ball(round);
        if
        :: toPlayer?ball(back) -> assert(back == round)
        :: toPlayer?smash(back) ->
            toServer!ball(back);
            toPlayer?ball(_)
        fi;
        round++
    :: else -> break
    od;
    toServer!done(0)
}

active proctype Server() {
    byte number;

end:
    do
    :: toServer?ball(number) ->
        if
        :: toPlayer!ball(number)
        :: toPlayer!smash(number);
            toServer?ball(number);
            toPlayer!ball(number)
        fi
    :: toServer?done(_) -> break
    od
}

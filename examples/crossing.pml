/*
 * A client and a server with two channels.  The client sends a burst of requests before it looks at
 * the answers: when the burst is too long, both channels fill up and each side waits for the other.
 */
#ifndef BURST
#define BURST 7
#endif

mtype = { request, answer };

chan requests = [3] of { mtype, byte };
chan answers = [2] of { mtype, byte };

active proctype client() {
    byte i, got;

    for (i : 1 .. BURST) {
        requests!request(i)
    }
    for (i : 1 .. BURST) {
        answers?answer(got);
        assert(got == i)
    }
}

active proctype server() {
    byte number;

end:
    do
    :: requests?request(number) ->
        answers!answer(number)
    od
}

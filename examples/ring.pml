/*
 * A ring of stations and a token.  Who has the token sends a few data to the next station, and then the token.
 * Channels keep the order of messages: all data are received before the token behind them, so the links stay short,
 * however many stations there are.
 */
#ifndef STATIONS
#define STATIONS 5
#endif
#ifndef MOST
#define MOST 3                  /* data that are sent at once */
#endif

mtype = { token, data };

chan link[STATIONS] = [MOST + 1] of { mtype };

proctype Station(byte me) {
    byte sent;

end:
    do
    :: link[me]?data
    :: link[me]?token ->
        sent = 0;
        do
        :: sent < MOST ->
            link[(me + 1) % STATIONS]!data;
            sent++
        :: break
        od;
        link[(me + 1) % STATIONS]!token
    od
}

init {
    byte n;

    atomic {
        do
        :: n < STATIONS ->
            run Station(n);
            n++
        :: else -> break
        od
    };
    link[0]!token
}

/*
 * One cycle makes two goods of a token, another makes a token of each good: together they would only add.  But they
 * do not meet without the cycle between them, and for that there are only two tickets.
 */
mtype = { good, token, ticket };
chan goods = [1] of { mtype };
chan tokens = [1] of { mtype };
chan tickets = [2] of { mtype };

active proctype Trader() {
    tickets!ticket;
    tickets!ticket;
    tokens!token;
buying:
    do
    :: tokens?token ->
        goods!good;
        goods!good
    :: tickets?ticket -> goto selling
    od;
selling:
    do
    :: goods?good -> tokens!token
    :: tickets?ticket -> goto buying
    od
}

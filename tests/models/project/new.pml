mtype = { req, ack };
chan to = [4] of { mtype };
chan from = [4] of { mtype };
byte served;

active proctype client() {
    to!req;
    to!req;
    from?ack
}

active proctype server() {
end:
    do
    :: to?req ->
        served = served + 2;
        from!ack
    od
}

ltl answered { <>(served == 1) }

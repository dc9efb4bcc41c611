mtype = { req, ack };
chan to = [4] of { mtype };
chan from = [4] of { mtype };
byte served;

active proctype client() {
    to!req;
    from?ack
}

active proctype server() {
    to?req;
    served++;
    from!ack
}

ltl answered { <>(served == 1) }

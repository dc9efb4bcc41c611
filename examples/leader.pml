/*
 * Leader election on a ring.  Every node sends its number to the right; a node passes on numbers
 * that are greater than its own and drops the others, so only the greatest comes round to its owner.
 */
#ifndef NODES
#define NODES 5
#endif

mtype = { candidate, elected };

chan ring[NODES] = [NODES] of { mtype, byte };

byte leaders;

proctype node(byte place; byte number) {
    byte received;
    bool done;

    ring[(place + 1) % NODES]!candidate(number);
end:
    do
    :: !done && ring[place]?[candidate, received] ->
        ring[place]?candidate(received);
        if
        :: received > number -> ring[(place + 1) % NODES]!candidate(received)
        :: received < number
        :: received == number ->
            leaders++;
            assert(leaders == 1);
            ring[(place + 1) % NODES]!elected(number)
        fi
    :: ring[place]?elected(received) ->
        done = true;
        if
        :: received != number -> ring[(place + 1) % NODES]!elected(received)
        :: else
        fi;
        break
    od
}

init {
    byte i;

    atomic {
        for (i : 0 .. NODES - 1) {
            run node(i, (i * 3) % NODES + 1)
        }
    }
}

ltl one_leader { [](leaders <= 1) }
ltl some_leader { <>(leaders == 1) }

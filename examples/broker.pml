/*
 * An object request broker.  Users ask for an object and wait; the client side numbers their requests, asks an
 * agent where the object lives, and sends the request there.  The object may move from one server to the other
 * at any time: a server that no longer has it says so, and the client side asks the agent again.
 *
 * Requests, answers and the object itself travel over buffered channels.  These stay bounded: every user has at
 * most one request, and there is only one object.  But that is not to be seen in the control flow alone:
 *
 *  - a user sends a request whenever it does not wait, and what it is told decides whether it still waits;
 *  - a server sends the object away whenever it has it;
 *  - what a server or the client side does with a message depends on what the message says.
 */
#define USERS 2
#define SERVERS 2
#define IDS USERS               /* requests that can be open at the same time */
#define CLIENT SERVERS          /* the address of the client side, behind those of the servers */
#define NOBODY 255

mtype:message = { request, reply, moved, migrate };
mtype:notice = { done, retry };

/* From the users to the client side, and back. */
chan ask = [USERS] of { byte };
chan answer[USERS] = [0] of { mtype:notice };

/* Between the client side and the agent, and from the servers to the agent. */
chan lookup = [0] of { byte };
chan found = [0] of { byte };
chan registry = [0] of { byte };

/* The network: to the transport with an address, from there into the box of the addressee. */
chan network = [4] of { mtype:message, byte, byte };
chan box[SERVERS + 1] = [4] of { mtype:message, byte };

/* How many copies of the object there are in servers and on the way: for the assertions only. */
byte copies = 1;

/* A user asks, waits, and asks again.  It may be told that its request takes longer. */
proctype User(byte me) {
    bool waiting;
    mtype:notice status;

end:
    do
    :: !waiting ->
        waiting = true;
        ask!me
    :: answer[me]?status ->
        assert(waiting);
        if
        :: status == done -> waiting = false
        :: status == retry
        fi
    od
}

/* The client side keeps for every open request who waits for it. */
proctype ClientSide() {
    byte owner[IDS] = NOBODY;
    byte user, id, place;
    mtype:message kind;

end:
    do
    :: ask?user ->
        id = 0;
        do
        :: id < IDS && owner[id] != NOBODY -> id++
        :: else -> break
        od;
        assert(id < IDS);
        owner[id] = user;
        lookup!id;
        found?place;
        network!request(place, id)
    :: box[CLIENT]?kind(id) ->
        user = owner[id];
        assert(user != NOBODY);
        if
        :: kind == reply ->
            owner[id] = NOBODY;
            answer[user]!done
        :: kind == moved ->
            /* The user is told first, so that it does not take the silence for a failure. */
            answer[user]!retry;
            lookup!id;
            found?place;
            network!request(place, id)
        fi
    od
}

/* The agent knows who had the object last.  It may be wrong while the object is on its way. */
proctype Agent() {
    byte place, id;

end:
    do
    :: registry?place
    :: lookup?id -> found!place
    od
}

/* A server answers requests for the object if it has it.  It may hand it over to the other one. */
proctype Server(byte me) {
    bool here;
    byte id;
    mtype:message kind;

    here = (me == 0);
end:
    do
    :: box[me]?kind(id) ->
        if
        :: kind == request ->
            if
            :: here -> network!reply(CLIENT, id)
            :: !here -> network!moved(CLIENT, id)
            fi
        :: kind == migrate ->
            here = true;
            copies++;
            assert(copies == 1);
            registry!me
        fi
    :: here ->
        here = false;
        copies--;
        network!migrate(1 - me, 0)
    od
}

/* The transport puts messages into the boxes of their addressees. */
proctype Transport() {
    mtype:message kind;
    byte address, id;

end:
    do
    :: network?kind(address, id) -> box[address]!kind(id)
    od
}

init {
    atomic {
        run Agent();
        run Transport();
        run ClientSide();
        run Server(0);
        run Server(1);
        run User(0);
        run User(1)
    }
}

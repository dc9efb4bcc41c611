/*
 * Groupware: several people edit one document.  Everyone has a client with a copy of it; a server keeps the
 * copies the same.  Who wants to change the document needs the lock of the server; every change is sent to all
 * other clients, and the next one waits until all have acknowledged it.
 *
 * The protocol keeps its channels bounded, by flags and counters: a client asks for the lock only if it does not
 * wait for it already, sends a fixed number of changes, and the server counts the acknowledgements.  But the
 * users do not wait for anything: what they send to their clients is without limit.
 */
#define CLIENTS 2
#define BURST 2                 /* changes that are made while the lock is held */
#define NOBODY 255
#define VERSIONS 4              /* versions of the document are counted up to here, then again from 0 */

mtype:wish = { edit };
mtype:protocol = { acquire, update, release, granted, denied, refresh };

/* From every user to the client: nothing limits it but its capacity. */
chan wishes[CLIENTS] = [2] of { mtype:wish };

/* From the clients to the server: what, who, and which version it is about. */
chan to_server = [CLIENTS * (BURST + 1)] of { mtype:protocol, byte, byte };

/* From the server to every client. */
chan to_client[CLIENTS] = [2] of { mtype:protocol, byte };

/* Clients acknowledge what they have seen. */
chan seen = [CLIENTS] of { byte };

/* A client shows its copy on a screen, which takes its time. */
chan paint[CLIENTS] = [0] of { byte };
chan painted[CLIENTS] = [0] of { bit };

/* Users type as fast as they like. */
proctype User(byte me) {
end:
    do
    :: wishes[me]!edit
    od
}

proctype Client(byte me) {
    bool waiting, holding;
    byte version, next, changes;

end:
    do
    :: wishes[me]?edit ->
        /* What is typed while the client waits for the lock, or holds it, is part of the same change. */
        if
        :: !waiting && !holding ->
            waiting = true;
            to_server!acquire(me, version)
        :: else
        fi
    :: to_client[me]?granted(next) ->
        assert(waiting && next == version);
        waiting = false;
        holding = true;
        changes = 0
    :: to_client[me]?denied(next) ->
        assert(waiting);
        waiting = false
    :: to_client[me]?refresh(next) ->
        /* Somebody else has changed the document: show it, then say so. */
        assert(!holding && next == (version + 1) % VERSIONS);
        version = next;
        paint[me]!version;
        painted[me]?_;
        seen!me
    :: holding && changes < BURST ->
        version = (version + 1) % VERSIONS;
        changes++;
        to_server!update(me, version);
        paint[me]!version;
        painted[me]?_
    :: holding && changes == BURST ->
        holding = false;
        to_server!release(me, version)
    od
}

proctype Screen(byte me) {
    byte version;

end:
    do
    :: paint[me]?version -> painted[me]!1
    od
}

/* The server gives the lock to one client at a time, and hands its changes on to the others. */
proctype Server() {
    byte holder = NOBODY;
    byte who, version, number, other, acknowledged;

end:
    do
    :: to_server?acquire(who, number) ->
        if
        :: holder == NOBODY && number == version ->
            holder = who;
            to_client[who]!granted(version)
        :: else -> to_client[who]!denied(version)
        fi
    :: to_server?update(who, number) ->
        assert(holder == who && number == (version + 1) % VERSIONS);
        version = number;
        other = 0;
        do
        :: other < CLIENTS ->
            if
            :: other != who -> to_client[other]!refresh(version)
            :: else
            fi;
            other++
        :: else -> break
        od;
        acknowledged = 1; /* who made the change has seen it */
        do
        :: acknowledged < CLIENTS ->
            seen?number;
            acknowledged++
        :: else -> break
        od
    :: to_server?release(who, number) ->
        assert(holder == who && number == version);
        holder = NOBODY
    od
}

init {
    atomic {
        run Server();
        run User(0);
        run Client(0);
        run Screen(0);
        run User(1);
        run Client(1);
        run Screen(1)
    }
}

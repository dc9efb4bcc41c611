/* Stations on a shared bus: who hears a collision backs off and tries again. */
#define N 2
mtype = { frame, collision, ok };
chan bus = [N] of { mtype, byte };
chan station_in[N] = [2] of { mtype };
#define MAX_BACKOFF 3

proctype station(byte id)
{
	byte wait, tries;
	do
	:: wait == 0 ->
		bus!frame, id;
		if
		:: station_in[id]?ok -> tries = 0
		:: station_in[id]?collision ->
			tries = (tries < MAX_BACKOFF -> tries + 1 : MAX_BACKOFF);
			wait = tries
		fi
	:: wait > 0 -> wait--
	od
}

active proctype ether()
{
	byte a, b;
	do
	:: bus?frame, a ->
		if
		:: bus?frame, b -> station_in[a]!collision; station_in[b]!collision
		:: empty(bus) -> station_in[a]!ok
		fi
	od
}

init { run station(0); run station(1) }

/* Mutual exclusion by time stamps: whoever wants less or later agrees at once. */
#define N 2
mtype = { request, grant };
chan q[N] = [4] of { mtype, byte, byte };
byte inside;

proctype peer(byte id)
{
	byte clock = 0, mine, other, from, needed;
	bool wants, deferred[N];
	mtype m;
	byte j;

	do
	:: !wants && clock < 6 ->
		atomic { wants = true; clock++; mine = clock; needed = N - 1; q[1 - id]!request(mine, id) }
	:: q[id]?request(other, from) ->
		atomic {
			if
			:: other > clock -> clock = other
			:: else
			fi;
			if
			:: wants && (mine < other || (mine == other && id < from)) -> deferred[from] = true
			:: else -> q[from]!grant(0, id)
			fi
		}
	:: q[id]?grant(_, from) -> needed--
	:: wants && needed == 0 ->
		inside++; assert(inside == 1); inside--;
		wants = false;
		for (j in deferred) {
			if
			:: deferred[j] -> deferred[j] = false; q[j]!grant(0, id)
			:: else
			fi
		}
	od
}

init { run peer(0); run peer(1) }

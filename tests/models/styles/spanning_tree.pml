/* Echo: a wave runs through a graph and comes back. */
#define N 4
chan box[N] = [4] of { byte };
bool edge[16];
bool decided;

inline tell_others(from) {
	d = 0;
	do
	:: d < N ->
		if
		:: edge[me * N + d] && d != from -> box[d]!me; sent++
		:: else
		fi;
		d++
	:: else -> break
	od
}

proctype node(byte me; bool start)
{
	byte d, sent, got, parent = 255, who;
	if
	:: start -> tell_others(255)
	:: else -> box[me]?parent; tell_others(parent)
	fi;
	do
	:: got < sent -> box[me]?who; got++
	:: else -> break
	od;
	if
	:: start -> decided = true
	:: else -> box[parent]!me
	fi
}

init {
	atomic {
		edge[0 * N + 1] = true; edge[1 * N + 0] = true;
		edge[1 * N + 2] = true; edge[2 * N + 1] = true;
		edge[2 * N + 3] = true; edge[3 * N + 2] = true;
		edge[3 * N + 0] = true; edge[0 * N + 3] = true;
		run node(0, true); run node(1, false); run node(2, false); run node(3, false)
	}
}

/* Election with probes in both directions of a ring, distances doubling. */
mtype = { probe, reply };
#define N 3
chan left[N]  = [8] of { mtype, byte, byte };
chan right[N] = [8] of { mtype, byte, byte };
bool elected;

proctype node(byte at, id)
{
	byte who, hops, phase, replies;
	mtype kind;
	byte l = (at + N - 1) % N, r = (at + 1) % N;

	right[l]!probe, id, 1;
	left[r]!probe, id, 1;
end:	do
	:: left[at]?kind, who, hops ->
		if
		:: kind == probe && who == id -> elected = true
		:: kind == probe && who > id && hops > 1 -> left[r]!probe, who, hops - 1
		:: kind == probe && who > id && hops == 1 -> right[l]!reply, who, 0
		:: kind == probe && who < id -> skip
		:: kind == reply && who == id -> replies++
		:: kind == reply && who != id -> left[r]!reply, who, 0
		fi
	:: right[at]?kind, who, hops ->
		if
		:: kind == probe && who == id -> elected = true
		:: kind == probe && who > id && hops > 1 -> right[l]!probe, who, hops - 1
		:: kind == probe && who > id && hops == 1 -> left[r]!reply, who, 0
		:: kind == probe && who < id -> skip
		:: kind == reply && who == id -> replies++
		:: kind == reply && who != id -> right[l]!reply, who, 0
		fi
	:: replies == 2 && phase < 2 ->
		atomic {
			replies = 0; phase++;
			right[l]!probe, id, 1 << phase;
			left[r]!probe, id, 1 << phase
		}
	od
}

init { atomic { run node(0, 7); run node(1, 2); run node(2, 5) } }

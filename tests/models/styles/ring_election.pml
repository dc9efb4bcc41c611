/* Leader election on a ring: a station passes on what is larger than itself. */
#define N 5
#define L 10
byte nr_leaders;
chan ring[N] = [L] of { byte };

proctype station(chan in, out; byte me)
{	byte other;

	out!me;
	do
	:: in?other ->
		if
		:: other > me -> out!other
		:: other < me -> skip
		:: other == me -> nr_leaders++; break
		fi
	:: nr_leaders > 0 -> break
	od
}

init {
	byte i;
	atomic {
		i = 0;
		do
		:: i < N -> run station(ring[i], ring[(i + 1) % N], (i * 3) % N + 1); i++
		:: else -> break
		od
	}
}

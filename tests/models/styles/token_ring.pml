/* Mutual exclusion by a token. */
#define NPROCS 6
chan link[NPROCS] = [1] of { bit };
byte critical = 0;

proctype member(byte id) {
	bit tok;
	do
	:: link[id] ? tok ->
		if
		:: true -> critical++; assert(critical == 1); critical--
		:: true
		fi;
		link[(id + 1) % NPROCS] ! tok
	od
}

init {
	byte k;
	for (k : 0 .. NPROCS - 1) { run member(k) }
	link[0] ! 1
}

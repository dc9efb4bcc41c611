/* From a paper on deadlock: two buffers, each waits for the other's receipt, with a `timeout` to escape. */
chan left = [2] of { bit, byte };
chan right = [2] of { bit, byte };

active proctype P() {
	bit s; byte v; bit r;
	do
	:: left!s, v; v = (v + 1) % 3;
		if
		:: right?r, v -> s = r
		:: timeout -> s = 1 - s
		fi
	od
}

active proctype Q() {
	bit s; byte v;
	do
	:: left?s, v -> if :: right!s, v :: skip fi
	od
}

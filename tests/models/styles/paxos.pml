/* Single decree: two proposers, three acceptors, one round each. */
#define ACCEPTORS 3
#define MAJORITY 2
chan prep[ACCEPTORS] = [2] of { byte, byte };          /* ballot, proposer */
chan acpt[ACCEPTORS] = [2] of { byte, byte };          /* ballot, value */
chan promise[2] = [ACCEPTORS] of { byte, byte, byte }; /* ballot, accepted ballot, value */
chan learn = [ACCEPTORS] of { byte, byte };

proctype proposer(byte me, ballot, val) {
	byte k, b, ab, av, count, best = 0;
	for (k : 0 .. ACCEPTORS - 1) { prep[k]!ballot, me }
	do
	:: count < MAJORITY -> promise[me]?b, ab, av;
		count++;
		if
		:: ab > best -> best = ab; val = av
		:: else -> skip
		fi
	:: count >= MAJORITY -> break
	od;
	for (k : 0 .. ACCEPTORS - 1) { acpt[k]!ballot, val }
}

proctype acceptor(byte me) {
	byte b, v, who, rnd, vrnd, vval;
end:	do
	:: prep[me]?b, who ->
		if
		:: b > rnd -> rnd = b; promise[who]!b, vrnd, vval
		:: else -> skip
		fi
	:: acpt[me]?b, v ->
		if
		:: b >= rnd -> rnd = b; vrnd = b; vval = v; learn!b, v
		:: else -> skip
		fi
	od
}

proctype learner() {
	byte b, v;
end:	do :: learn?b, v -> printf("learnt %d\n", v) od
}

init {
	byte k;
	atomic {
		run proposer(0, 1, 10); run proposer(1, 2, 20);
		for (k : 0 .. ACCEPTORS - 1) { run acceptor(k) }
		run learner()
	}
}

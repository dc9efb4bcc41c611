/* Oral messages, one traitor among four. */
#define N 4
mtype = { attack, retreat };
chan order[N] = [1] of { mtype };
chan gossip[N] = [N] of { mtype, byte };
mtype decision[N];

proctype commander(bool loyal) {
	byte i;
	for (i : 1 .. N - 1) {
		if
		:: loyal -> order[i]!attack
		:: !loyal -> if :: order[i]!attack :: order[i]!retreat fi
		fi
	}
}

proctype lieutenant(byte me; bool loyal) {
	mtype mine, heard;
	byte i, from, votes;
	order[me]?mine;
	for (i : 1 .. N - 1) {
		if
		:: i == me
		:: i != me && loyal -> gossip[i]!mine, me
		:: i != me && !loyal -> if :: gossip[i]!attack, me :: gossip[i]!retreat, me fi
		fi
	}
	votes = (mine == attack -> 1 : 0);
	for (i : 1 .. N - 2) {
		gossip[me]?heard, from;
		votes = votes + (heard == attack -> 1 : 0)
	}
	decision[me] = (votes > 1 -> attack : retreat)
}

init {
	atomic {
		run commander(true);
		run lieutenant(1, true); run lieutenant(2, true); run lieutenant(3, false)
	}
}

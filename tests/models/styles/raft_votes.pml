mtype:msg = { RequestVote, Vote, Heartbeat };
#define SERVERS 3
#define MAX_TERM 2
chan inbox[SERVERS] = [6] of { mtype:msg, byte, byte };
show byte leaders;

active [SERVERS] proctype server() {
	byte term, voted = 255, votes, t, from, j;
	bool leader;
	do
	:: term < MAX_TERM && !leader -> /* election timeout */
		d_step { term++; voted = _pid; votes = 1; j = 0 }
		do
		:: j < SERVERS && j != _pid -> inbox[j]!RequestVote, term, _pid; j++
		:: j == _pid -> j++
		:: j >= SERVERS -> break
		od
	:: inbox[_pid]?RequestVote, t, from ->
		if
		:: t > term -> term = t; voted = from; leader = false; inbox[from]!Vote, t, _pid
		:: t == term && voted == from -> inbox[from]!Vote, t, _pid
		:: else
		fi
	:: inbox[_pid]?Vote, t, from ->
		if
		:: t == term && !leader ->
			votes++;
			if
			:: votes > SERVERS / 2 -> leader = true; leaders++
			:: else
			fi
		:: else
		fi
	od
}

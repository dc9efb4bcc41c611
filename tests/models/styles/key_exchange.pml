/* Public keys, nonces, and an intruder who repeats what was overheard. */
mtype = { A, B, I, Na, Nb, Ni, Ka, Kb, Ki, m1, m2, m3, null };
chan net = [0] of { mtype, mtype, mtype, mtype, mtype };
chan heard = [2] of { mtype, mtype, mtype, mtype };
mtype partnerA, partnerB;

active proctype Initiator()
{
	mtype g;
	if :: partnerA = B :: partnerA = I fi;
	net!m1, (partnerA == B -> Kb : Ki), A, Na, null;
	net?m2, eval(Ka), Na, g, _;
	net!m3, (partnerA == B -> Kb : Ki), g, null, null
}

active proctype Responder()
{
	mtype g;
	net?m1, eval(Kb), partnerB, g, _;
	net!m2, Ka, g, Nb, null;
	net?m3, eval(Kb), Nb, _, _
}

active proctype Intruder()
{
	mtype k, kind, x, y;
	do
	:: net?kind, k, x, y, _ ->
		if
		:: len(heard) < 2 -> heard!kind, k, x, y
		:: skip
		fi
	:: heard?kind, k, x, y -> net!kind, k, x, y, null
	:: heard?kind, k, x, y -> net!kind, Kb, x, y, null
	od
}

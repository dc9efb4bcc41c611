/* Has everybody come to rest?  A token goes round and is blackened by those who gave work away. */
#define N 3
mtype = { white, black };
chan tok[N] = [1] of { mtype };
chan work[N] = [3] of { bit };
bool over;

proctype machine(byte me)
{
	mtype colour = white, t;
	bool busy = (me == 0);
	do
	:: busy && nfull(work[(me + 1) % N]) -> work[(me + 1) % N]!1; colour = black
	:: busy -> busy = false
	:: work[me]?1 -> busy = true
	:: !busy && nempty(tok[me]) -> tok[me]?t;
		if
		:: me == 0 && t == white && colour == white -> over = true; break
		:: me == 0 && !(t == white && colour == white) -> colour = white; tok[N - 1]!white
		:: me != 0 && colour == black -> colour = white; tok[me - 1]!black
		:: me != 0 && colour == white -> tok[me - 1]!t
		fi
	:: over -> break
	od
}

init { atomic { run machine(0); run machine(1); run machine(2); tok[N - 1]!white } }

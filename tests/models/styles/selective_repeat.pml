mtype = { Frame, Ack, Nak };
#define W 2
#define M 4
chan toR = [W] of { mtype, byte };
chan toS = [W] of { mtype, byte };

active proctype S()
{
	bool acked[M];
	byte lo = 0, hi = 0, n;
loop:
	if
	:: (hi - lo + M) % M < W -> toR!Frame(hi); acked[hi] = 0; hi = (hi + 1) % M
	:: toS?Ack(n) ->
		acked[n] = 1;
		do
		:: lo != hi && acked[lo] -> lo = (lo + 1) % M
		:: else -> break
		od
	:: toS?Nak(n) -> toR!Frame(n)
	fi;
	goto loop
}

active proctype R()
{
	bool have[M];
	byte want, n;
	do
	:: toR?Frame(n) ->
		if
		:: have[n] = 1; toS!Ack(n)
		:: toS!Nak(n)
		fi;
		do
		:: have[want] -> have[want] = 0; want = (want + 1) % M
		:: else -> break
		od
	od
}

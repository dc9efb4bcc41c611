/* Sliding window, go back n, over a line that loses frames. */
#define MAXSEQ 3
#define inc(x) x = (x + 1) % (MAXSEQ + 1)
chan data = [4] of { byte };
chan acks = [4] of { byte };

active proctype sender()
{
	byte next, base, count, a;
	do
	:: count < MAXSEQ && nfull(data) -> data!next; inc(next); count++
	:: acks?a ->
		do
		:: count > 0 && base != a -> inc(base); count--
		:: else -> break
		od
	:: timeout ->
		next = base; count = 0
	od
}

active proctype receiver()
{
	byte expected, got;
	do
	:: data?got ->
		if
		:: got == expected -> inc(expected); acks!expected
		:: got != expected -> acks!expected
		fi
	:: data?got -> skip	/* lost */
	od
}

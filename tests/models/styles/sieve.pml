/* Primes by a pipeline that grows. */
#define MAX 20
mtype = { number, eof };
chan root = [1] of { mtype, int };

proctype filter(chan in; int prime)
{
	chan next = [1] of { mtype, int };
	bool has = false;
	int n;
	do
	:: in?number(n) ->
		if
		:: (n % prime) != 0 ->
			if
			:: !has -> has = true; run filter(next, n)
			:: else -> next!number(n)
			fi
		:: else
		fi
	:: in?eof(0) ->
		if
		:: has -> next!eof(0)
		:: else
		fi;
		break
	od
}

init
{
	int k = 2;
	run filter(root, 2);
	do
	:: k < MAX -> k++; root!number(k)
	:: k >= MAX -> root!eof(0); break
	od
}

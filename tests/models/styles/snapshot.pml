/* A snapshot of two banks that move money; markers cut the channels. */
mtype = { money, marker };
chan c01 = [5] of { mtype, byte };
chan c10 = [5] of { mtype, byte };

proctype bank(chan in, out; byte balance; bool first)
{
	byte amount, saved, moved;
	bool recording, seen;

	do
	:: balance > 0 && !seen -> balance--; out!money, 1
	:: balance > 1 && seen -> balance = balance - 2; out!money, 2
	:: in?money, amount ->
		balance = balance + amount;
		if
		:: recording -> moved = moved + amount
		:: else
		fi
	:: first && !seen ->
		atomic { saved = balance; seen = true; recording = true; out!marker, 0 }
	:: in?marker, _ ->
		if
		:: seen -> recording = false
		:: else -> atomic { saved = balance; seen = true; out!marker, 0 }
		fi
	od
}

init { atomic { run bank(c10, c01, 2, true); run bank(c01, c10, 2, false) } }

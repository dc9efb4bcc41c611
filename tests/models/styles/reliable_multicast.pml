mtype = { data, nack, repair };
#define RECEIVERS 2
#define WINDOW 4
chan out[RECEIVERS] = [WINDOW] of { mtype, byte };
chan back = [4] of { mtype, byte, byte };

active proctype source() {
	byte seq, who, miss, i;
	do
	:: seq < 12 ->
		i = 0;
		do
		:: i < RECEIVERS -> out[i]!data, seq; i++
		:: i >= RECEIVERS -> break
		od;
		seq++
	:: back?nack, who, miss -> out[who]!repair, miss
	:: seq == 12 -> seq = 0
	od
}

active [RECEIVERS] proctype member() {
	byte me = _pid - 1, next, s;
	do
	:: out[me]?data, s ->
		if
		:: s == next -> next = (next + 1) % 12
		:: s != next -> back!nack, me, next
		fi
	:: out[me]?repair, s -> if :: s == next -> next = (next + 1) % 12 :: else fi
	:: out[me]?data, s /* lost */
	od
}

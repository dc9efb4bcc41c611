/* A master asks for the time, takes the middle, and sends corrections; slaves may be silent. */
#define SLAVES 3
mtype = { ask, time_is, adjust };
chan down[SLAVES] = [1] of { mtype, short };
chan up = [SLAVES] of { mtype, byte, short };

active proctype master() {
	byte i, who, heard;
	short t, sum;
	do
	:: heard = 0; sum = 0;
		for (i : 0 .. SLAVES - 1) { down[i]!ask, 0 }
		do
		:: heard < SLAVES -> up?time_is, who, t; sum = sum + t; heard++
		:: heard == SLAVES -> break
		od;
		for (i : 0 .. SLAVES - 1) { down[i]!adjust, sum / SLAVES }
	od
}

proctype slave(byte me) {
	short now_ = me * 10, d;
	do
	:: down[me]?ask, _ -> up!time_is, me, now_
	:: down[me]?adjust, d -> now_ = d
	od
}

init {
	byte i;
	for (i : 0 .. SLAVES - 1) { run slave(i) }
}

#define CHAIRS 3
mtype = { customer, ready };
chan waiting = [CHAIRS] of { byte };
chan chair = [0] of { mtype };
byte served, lost;

active proctype Barber()
{
	byte c;
	do
	:: waiting?c -> chair!ready; served = (served + 1) % 8
	od
}

active [5] proctype Customer()
{
	do
	:: atomic {
		if
		:: len(waiting) < CHAIRS -> waiting!_pid
		:: else -> lost = (lost + 1) % 8; goto away
		fi
	   };
	   chair?ready;
away:	   skip
	od
}

/* A monitor that is slower than those it watches: alive messages pile up. */
mtype = { alive, suspect };
chan beats = [8] of { mtype, byte };
chan alarm = [2] of { byte };

active [2] proctype worker()
{
	do
	:: beats!alive, _pid
	:: break
	od
}

active proctype monitor()
{
	byte who, missed;
	do
	:: beats?alive, who -> missed = 0
	:: missed < 3 -> missed++
	:: missed == 3 -> alarm!who; missed = 0
	od
}

active proctype operator()
{
	byte who;
	do
	:: alarm?who -> printf("look at %d\n", who)
	od
}

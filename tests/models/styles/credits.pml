/* Flow control by credits. */
#define CREDITS 4
mtype = { item, credit };
chan forward  = [CREDITS] of { mtype };
chan backward = [CREDITS] of { mtype };

active proctype producer()
{
	byte credits = CREDITS;
	do
	:: credits > 0 -> forward!item; credits--
	:: backward?credit -> credits++
	od
}

active proctype consumer()
{
	do
	:: forward?item -> backward!credit
	od
}

mtype = { startRead, endRead, startWrite, endWrite, go };
#define R 2
#define W 2
chan mgr = [R + W] of { mtype, pid };
chan reply[R + W + 1] = [1] of { mtype };

active proctype Manager()
{
	int readers = 0;
	pid p;
idle:
	do
	:: mgr?startRead(p) -> readers++; reply[p]!go; goto reading
	:: mgr?startWrite(p) -> reply[p]!go; goto writing
	od;
reading:
	do
	:: mgr??startRead(p) -> readers++; reply[p]!go
	:: mgr??endRead(p) -> readers--;
		if
		:: readers == 0 -> goto idle
		:: else
		fi
	od;
writing:
	mgr??endWrite(p);
	goto idle
}

active [R] proctype Reader()
{
	do
	:: mgr!startRead(_pid); reply[_pid]?go; mgr!endRead(_pid)
	od
}

active [W] proctype Writer()
{
	do
	:: mgr!startWrite(_pid); reply[_pid]?go; mgr!endWrite(_pid)
	od
}

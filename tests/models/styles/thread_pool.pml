#define WORKERS 3
#define JOBS 6
chan jobs = [JOBS] of { byte };
chan results = [JOBS] of { byte, byte };
byte finished;

proctype worker(byte w) {
	byte j;
	do
	:: jobs?0 -> break
	:: jobs?j -> results!j, w
	od
}

init {
	byte i, j, w;
	i = 1;
	do
	:: i <= WORKERS -> run worker(i); i++
	:: else -> break
	od;
	for (i : 1 .. JOBS) { jobs!i }
	for (i : 1 .. JOBS) { results?j, w; finished++ }
	for (i : 1 .. WORKERS) { jobs!0 }
	assert(finished == JOBS)
}

/* A directory that keeps caches coherent: at most one writer. */
mtype = { GetS, GetM, Inv, InvAck, Data, Done };
#define N 2
chan dir = [2 * N] of { mtype, byte };
chan cache[N] = [2] of { mtype };
chan acks = [N] of { byte };

proctype Cache(byte i)
{
	bool valid, dirty;
	do
	:: !valid -> dir!GetS, i;
		do
		:: cache[i]?Inv -> acks!i
		:: cache[i]?Data -> valid = true; break
		od
	:: !dirty -> dir!GetM, i;
		do
		:: cache[i]?Inv -> valid = false; acks!i
		:: cache[i]?Data -> valid = true; dirty = true; break
		od
	:: cache[i]?Inv -> valid = false; dirty = false; acks!i
	od
}

proctype Directory()
{
	bool shares[N];
	byte who, j, a;
	do
	:: dir?GetS, who -> 
		j = 1 - who;
		if
		:: shares[j] -> cache[j]!Inv; acks?a; shares[j] = false
		:: else
		fi;
		shares[who] = true; cache[who]!Data
	:: dir?GetM, who ->
		j = 1 - who;
		if
		:: shares[j] -> cache[j]!Inv; acks?a; shares[j] = false
		:: else
		fi;
		shares[who] = true; cache[who]!Data
	od
}

init { atomic { run Directory(); run Cache(0); run Cache(1) } }

/* Rumours: everybody tells the next one, again and again. */
#define N 3
chan ear[N] = [2] of { byte };

active [N] proctype person()
{
	byte knows = 1 << _pid, heard;
	do
	:: ear[_pid]?heard -> knows = knows | heard; ear[(_pid + 1) % N]!knows
	:: knows != 7 -> ear[(_pid + 1) % N]!knows
	od
}

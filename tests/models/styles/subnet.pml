/* Routing with hop counts: packets that travel too long are dropped. */
#define N 3
#define TTL 3
chan port[N] = [4] of { byte, byte };   /* destination, hops left */
chan app[N] = [2] of { byte };
chan confirm[N] = [2] of { bit };

active [N] proctype router()
{
	byte dst, ttl;
	do
	:: port[_pid]?dst, ttl ->
		if
		:: dst == _pid -> app[_pid]!dst
		:: dst != _pid && ttl > 0 -> port[(_pid + 1) % N]!dst, ttl - 1
		:: dst != _pid && ttl == 0 -> skip
		fi
	:: app[_pid]?dst -> confirm[_pid]!1
	od
}

active proctype source()
{
	byte d;
	do
	:: d = 0; port[1]!d, TTL; confirm[d]?1
	:: d = 2; port[1]!d, TTL; confirm[d]?1
	od
}

/* Opening and closing a connection, in the manner of a transport protocol. */
mtype = { SYN, SYN_ACK, ACK, FIN, RST };
mtype = { Closed, SynSent, SynRcvd, Established, FinWait, CloseWait, LastAck };

chan AtoB = [2] of { mtype };
chan BtoA = [2] of { mtype };

mtype state[2];

proctype active_side(chan out, in)
{
	state[0] = Closed;
	do
	:: state[0] == Closed -> out!SYN; state[0] = SynSent
	:: state[0] == SynSent ->
		if
		:: in?SYN_ACK -> out!ACK; state[0] = Established
		:: in?RST -> state[0] = Closed
		fi
	:: state[0] == Established -> out!FIN; state[0] = FinWait
	:: state[0] == FinWait ->
		in?ACK; in?FIN; out!ACK; state[0] = Closed
	od
}

proctype passive_side(chan out, in)
{
	state[1] = Closed;
	do
	:: state[1] == Closed && in?[SYN] -> in?SYN;
		if
		:: out!SYN_ACK; state[1] = SynRcvd
		:: out!RST
		fi
	:: state[1] == SynRcvd -> in?ACK; state[1] = Established
	:: state[1] == Established -> in?FIN; out!ACK; state[1] = CloseWait
	:: state[1] == CloseWait -> out!FIN; state[1] = LastAck
	:: state[1] == LastAck -> in?ACK; state[1] = Closed
	od
}

init { run active_side(AtoB, BtoA); run passive_side(BtoA, AtoB) }

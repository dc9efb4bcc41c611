// The second way to write messages, and messages of several kinds on one channel.
mtype = { ack, nak };
chan c = [2] of { mtype, byte, bit };
byte got;
active proctype Sends() { c!ack(3, 1); c!nak(4, 0); c!ack(5, 0) }
active proctype Receives() { bit b; do :: c?ack(got, b) -> got > 4 -> break :: c??nak(_, 0) od }

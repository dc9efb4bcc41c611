// Half a rendezvous is no move: `else` is possible beside a send that could meet a receiver.
chan c = [0] of { byte };
byte x;
active proctype Sends() { if :: c!1 -> x = 1 :: else -> x = 2 fi }
active proctype Receives() { byte got; if :: c?got -> x = x + got :: else -> x = x + 3 fi; x > 1 }

// The receiver is not in an atomic sequence, so nobody is in control after the rendezvous.
chan c = [0] of { byte };
byte x;
active proctype Sends() { atomic { x = 1; c!5; x = x + 10; x = x + 10 } }
active proctype Receives() { byte got; c?got; x = x + got }
active proctype Looks() { x == 1 -> x = 2 }

// A rendezvous out of an atomic sequence passes control to the receiver, which keeps it inside an atomic of its own.
chan c = [0] of { byte };
byte x, y;
active proctype Sends() { x = 4; atomic { x = 1; c!5; x = 2; x = 3 } }
active proctype Receives() { byte got; atomic { c?got; y = got; y = x }; y = 9 }
active proctype Looks() { do :: x == 1 && y == 5 -> assert(false) :: x == 2 -> x = 7; break :: y == 9 -> break od }

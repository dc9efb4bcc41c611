// A process cannot shake its own hand.
chan c = [0] of { byte };
byte x;
active proctype Alone() { if :: c!1 -> x = 1 :: c?x -> x = 2 :: x == 0 -> x = 3 fi }

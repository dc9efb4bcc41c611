// Several receivers wait for one rendezvous, one of them matches only a value.
chan c = [0] of { byte, bit };
byte x;
active proctype Sends() { bit b; do :: c!1,b -> b = 1 - b :: x > 2 -> break od }
active [2] proctype Receives() { byte got; c?got,0; x = x + got }
active proctype Matches() { c?1,1; x = x + 1 }

// Asking a channel how full it is, alone and with other conditions.
chan c = [2] of { bit };
byte x;
active proctype Sends() { do :: nfull(c) -> c!x % 2; x = (x + 1) % 4 :: full(c) && x > 1 -> break od }
active proctype Receives() { do :: nempty(c) -> c?_ :: empty(c) || x == 3 -> x = len(c); break od }

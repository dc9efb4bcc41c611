// The place after a selection at the end of an atomic sequence shows when control is lost right there.
chan c = [0] of { bit };
byte x, y;
active proctype Sends() { do :: x = 1 - x; atomic { if :: y == 0 -> c!0 fi } od }
active proctype Receives() { byte got; c?got; y = 1 }

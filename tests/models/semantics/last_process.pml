// `_last` is the process that moved last, and part of the state where it is mentioned.
byte x;
active [2] proctype Moves() { x++; x++ }
active proctype Looks() { _last == 1; x = x + 10; _last == 2 || _last == 0 }

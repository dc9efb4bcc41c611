// The states inside an atomic sequence that does not block are not counted.
byte x;
active proctype Jumps() { atomic { x = 1; x = 2; x = 3 }; atomic { x == 3 -> x = 4 } }
active proctype Looks() { do :: x == 4 -> break :: x == 0 -> x == 0 od }

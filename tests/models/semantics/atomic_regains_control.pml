// What blocked inside an atomic sequence goes on exclusively once it can: `x` is never seen as 2 by the other.
byte x, y;
active proctype Waits() { atomic { x = 1; y > 0; x = 2; y > 1; x = 3 } }
active [2] proctype Helps() { y++; x != 2 }

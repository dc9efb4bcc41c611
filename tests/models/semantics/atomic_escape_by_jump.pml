/* An escape that begins with a jump is open at the entry of an atomic sequence, and leaving by it is a step. */
byte x, y;

active proctype P() {
  do
  :: atomic { { x < 2; } unless { goto out } }
  :: atomic { x = 1; { { x < 2; x = 2 } } unless { goto out }; y = 1 }
  od;
out:
  y = 2
}

active proctype Q() { x = 3; y = 4 }

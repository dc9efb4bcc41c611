// An atomic sequence that begins with `else` by way of a selection, in a process that may be interrupted.
byte x, z;
active proctype Chooses() {
  { do
    :: x == 4 -> x = 5
    :: atomic { if :: else -> x = 2; x = 3 :: z == 2 -> x = 4 fi }
    :: x == 0 -> x = 1
    od
  } unless { z == 3 -> x = 9 }
}
active proctype Changes() { z = 1; z = 2; x = 0; z = 3 }

// Inside a d_step the first option is taken that is possible, and an `else` that is reached always is.
byte x, z;
active proctype Chooses() {
  do
  :: x < 5 -> d_step { x++; if :: z == 3 -> x = 6 :: if :: else -> x = 2 :: z == 2 -> x = 4 fi :: x == 1 -> x = 7 fi }
  :: d_step { if :: z == 1 -> x = 6 :: if :: else -> x = 9 :: z == 2 -> x = 8 fi :: x == 1 -> x = 7 :: else -> x = 0 fi }
  :: z == 3 -> break
  od
}
active proctype Changes() { z = 1; z = 2; z = 3; x = 0 }

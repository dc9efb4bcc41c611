// A choice inside a d_step: the first option that can be taken is.
byte x, y;
active proctype Picks() {
  do
  :: d_step { x < 3 -> x++; if :: x > 0 -> y = 1 :: x > 1 -> y = 2 :: else -> y = 3 fi }
  :: d_step { if :: x == 2 -> y = 7 :: x >= 2 -> y = 8 fi; x = 5 }
  :: x >= 3 -> break
  od
}
active proctype Looks() { y == 7 || y == 1 }

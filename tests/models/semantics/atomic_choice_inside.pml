// A choice inside an atomic sequence: several ways through it, one stored state for each end.
byte x, y;
active proctype Chooses() {
  atomic { if :: x = 1 :: x = 2 :: x = 3 fi; if :: y = 1 :: x > 1 -> y = 2 fi }
  x + y > 3
}

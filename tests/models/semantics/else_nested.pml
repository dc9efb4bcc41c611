// The `else` of an inner selection that is an option of its own.
byte x, y;
active proctype Chooses() {
  do
  :: x < 2 -> if :: y < 1 -> y++ :: else -> y = 0; x++ fi
  :: x == 2 -> if :: y > 0 -> x = 3 :: else -> x = 4 fi; break
  od
}

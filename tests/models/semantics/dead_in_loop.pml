// A variable is alive around a loop that reads it before it writes it.
byte x;
active proctype Loops() {
  byte kept = 1, fresh;
  do
  :: x < 3 -> fresh = x + kept; fresh > 0; kept = 2; x = x + 1
  :: x == 3 -> break
  od;
  if :: fresh = 4 :: fresh = 5 fi;
  x = 7
}

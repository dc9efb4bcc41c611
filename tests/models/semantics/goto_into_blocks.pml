// Jumps into loops, selections and blocks, and labels at their ends.
byte x;
active proctype Jumps() {
  if :: x == 0 -> goto inner :: else fi;
  do
  :: x < 2 -> inner: x = x + 2; { skip; nested: x++ }
  :: x > 5 -> goto done
  :: else -> x++; if :: x == 5 -> goto nested :: x != 5 fi
  od;
done: skip
}

// A declaration in a loop is executed each time round if it has a value, and keeps the old value if it has none.
byte sum;
active proctype Loops() {
  byte n;
  do
  :: n < 3 ->
     byte fresh = n; byte kept;
     fresh = fresh + 1; kept = kept + fresh; sum = kept; n++
  :: else -> break
  od;
  int later = sum;
  if :: true -> byte other = later - 1; sum = other :: true -> byte another; sum = another fi;
  assert(n == 3)
}

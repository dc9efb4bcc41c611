// The bounds of loops and the values of select.
byte a[3] = { 2, 0, 1 };
byte x;
active proctype Counts() {
  byte i; int j;
  for (i in a) { x = x + a[i] }; assert(i == 3 && x == 3);
  for (j : -1 .. 1) { x = x + j + 1 }; assert(j == 2);
  select (i : 1 .. x - 3); x = i;
  for (i : 4 .. 3 + a[1]) { x = 9 }
}

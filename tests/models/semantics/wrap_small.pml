// Numbers wrap at the width of the variable they are assigned to.
bit a; bool b; byte c = 255; unsigned d : 3 = 7; pid e = 255;
active proctype Wraps() {
  a = 2; assert(a == 0); a = 3; assert(a == 1); a++; assert(a == 0); a--; assert(a == 1);
  b = 2; assert(!b); b = -1; assert(b);
  c++; assert(c == 0); c--; assert(c == 255); c = 300; assert(c == 44); c = -2; assert(c == 254);
  d++; assert(d == 0); d = d - 1; assert(d == 7); d = 21; assert(d == 5);
  e = e + 2; assert(e == 1)
}

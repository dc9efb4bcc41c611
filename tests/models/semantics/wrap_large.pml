// The wide types have a sign; division and remainder round towards zero.
short a = 32767; int b = 2147483647; byte steps;
active proctype Wraps() {
  a = a + 1; assert(a == -32768); a--; assert(a == 32767); a = 70000; assert(a == 4464); a = -40000; assert(a == 25536);
  b = b + 1; assert(b < 0); b = b - 1; assert(b > 0);
  a = -7; b = a / 2; assert(b == -3); b = a % 3; assert(b == -1); b = a >> 1; assert(b == -4); b = ~a; assert(b == 6);
  b = (a < 0 -> -a : a); assert(b == 7); b = 1 << 4; assert(b == 16); b = a & 255; assert(b == 249)
}
active proctype Counts() { do :: steps < 3 -> steps++ :: else -> break od }

// A message field is as wide as its type, and so is what it is put into.
chan c = [3] of { byte, short, bit };
int a, b; byte d;
init {
  c!300,70000,3; c?a,b,d; assert(a == 44 && b == 4464 && d == 1);
  c!-1,-1,2; c?a,d,_; assert(a == 255 && d == 255);
  c!255,32768,1; c?eval(a),b,1; assert(b == -32768)
}

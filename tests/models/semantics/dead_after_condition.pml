// A local variable that is not read again becomes 0: after a condition, an assignment or a receive, not after a send.
chan c = [2] of { byte };
byte x;
active proctype Forgets() {
  byte a, b, d;
  if :: a = 1 :: a = 2 :: a = 3 fi;
  b = a; a > 0;
  if :: b > 1 -> d = 1 :: else -> d = 2 fi;
  c!d; c?d; x = 1; x = 2
}

// A d_step takes a message that is handed over with any of its first options, not only with the first of them.
byte x, z;
chan c = [0] of { byte };
active proctype Takes() {
  byte y;
  do :: d_step { if :: z == 1 -> x = 1 - x :: c?y -> x = 2 fi } :: z == 3 -> break od
}
active proctype Offers() { c!1; z = 2; c!1; z = 1; z = 3 }

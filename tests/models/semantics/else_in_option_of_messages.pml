// The options before and after the `else` of an option are about messages.
byte x, z;
chan c = [0] of { byte };
chan q = [1] of { byte };
active proctype Sends() { do :: c!1 :: if :: else -> x = 2 :: c!2 -> x = 3 fi :: c!3 :: z == 3 -> break od }
active proctype Receives() {
  byte y;
  do
  :: c?y -> z = y
  :: q?1 -> x = 1
  :: if :: else -> x = 0 :: q?2 -> x = 3 fi
  :: q?3
  :: z == 1 -> break
  od
}
active proctype Fills() { q!1; q!2; q!3 }

// The steps of an escape are tried from the last to the first: its `else` does not wait for the options before it.
byte x, z;
active proctype First() {
  { do :: x < 2 -> x++ :: x == 2 -> x = 0 od } unless { if :: z == 1 -> x = 7 :: else -> x = 9 :: z == 3 -> x = 8 fi }
}
active proctype Second() {
  { z == 4 } unless { if :: if :: else -> x = 4 fi :: z == 2 -> x = 5 :: z == 3 -> x = 6 fi }
}
active proctype Changes() { z = 1; z = 2; z = 3 }

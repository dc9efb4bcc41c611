// An `else` that begins an option by way of another selection waits for the options before it, and not for those after.
byte x, z;
active proctype Chooses() {
  do
  :: z == 1 -> z = 2
  :: if :: z == 3 -> x = 3 :: if :: else -> x = 2 :: z == 2 -> x = 4 fi :: z == 0 -> x = 5 fi
  :: x == 0 -> x = 1
  :: z == 3 -> break
  od
}
active proctype Changes() { z = 1; z = 2; z = 3; x = 0; z = 2 }

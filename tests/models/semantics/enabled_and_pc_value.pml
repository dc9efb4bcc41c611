// Asking whether another process can go on, and where it is.
byte x;
active proctype Waits() { x == 1; x = 2; x = 3 }
active proctype Asks() { byte seen; if :: enabled(0) -> seen = 1 :: !enabled(0) -> seen = 2 fi; x = 1; enabled(0); seen = pc_value(0); x == 3 }

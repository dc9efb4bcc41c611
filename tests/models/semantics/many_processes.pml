// A process that starts others until there are five.
byte x;
proctype Child(byte n) { if :: _nr_pr < 5 && n < 3 -> run Child(n + 1) :: else fi; x = (x + n) % 3 }
init { run Child(0) }

// Only the youngest process can go: an older one waits at its end until those after it are gone.
byte x;
active proctype First() { x++ }
active proctype Second() { x == 1; x++ }
active proctype Third() { x == 2; x++; _nr_pr == 3; x = 9 }

// The number of a process that is gone is given to the next one.
byte last, sum;
proctype Child(byte n) { sum = sum + n; last = _pid }
init { pid p; p = run Child(1); _nr_pr == 1; p = run Child(2); p = run Child(4); _nr_pr < 3; run Child(8); p > 0 }

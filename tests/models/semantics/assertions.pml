// A violated assertion is an error and the process goes on all the same.
byte x;
active proctype Checks() { do :: x < 3 -> x++; assert(x != 2) :: else -> break od; assert(x == 3) }
active proctype Disturbs() { x == 2 -> x = 1; assert(false) }

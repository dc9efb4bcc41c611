// `else` may be written before the other options.
byte x;
active proctype Counts() { do :: else -> break :: x < 3 -> x++ od; assert(x == 3) }

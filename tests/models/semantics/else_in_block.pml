// An `else` inside a block is not moved behind the other options.
byte x, z;
active proctype Plain() { do :: { else -> x = 2 } :: x == 0 -> x = 1 :: z == 3 -> break od }
active proctype Held() { do :: atomic { else -> x = 3; x = 4 } :: x == 2 -> x = 1 :: z == 3 -> break od }
active proctype AtOnce() { do :: x == 1 -> x = 0 :: d_step { { else -> x = 5 }; x++ } :: z == 3 -> break od }
active proctype Changes() { z = 1; x = 0; z = 3 }

// When all processes are stuck or over the claim goes on alone.
byte x;
active proctype Stops() { x = 1; x = 2; x == 7 }
never { do :: x < 2 :: x == 2 -> break od; x == 2; x == 2; x == 2; do :: x == 2 od }

// A claim moves together with the processes; where it cannot follow, nothing is explored.
byte x;
active proctype Counts() { do :: x < 4 -> x++ :: x > 0 -> x-- od }
never { do :: x < 3 :: x == 3 -> break od; x < 3; x == 3 }

// The first formula is turned into a claim and runs along.
byte x;
active proctype Counts() { do :: x < 3 -> x++ :: x == 3 -> x = 0 od }
ltl often { [] ((x == 1) -> <> (x == 0)) }
ltl other { <> (x == 9) }

// A claim with an acceptance label and a choice: each state is counted once for each state of the claim.
byte x;
active [2] proctype Counts() { do :: x = (x + 1) % 3 od }
never { do :: skip :: x == 1 -> goto accept od; accept: do :: x != 0 od }

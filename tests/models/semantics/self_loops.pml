// Steps that change nothing lead back to a state that is known.
byte x;
active proctype Spins() { do :: printf("again\n") :: x = x :: x == 0 -> x = 0 :: break od; again: if :: x < 2 -> x++; goto again :: else fi }

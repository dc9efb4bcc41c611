/* An error in the middle of a step: the d_step cannot go on, in the model neither. */
byte x;
chan q = [1] of { byte };
active proctype A() { d_step { x = 1; q!1; x = 2; q!2; x = 3 } }
active proctype B() { if :: x == 1 -> x = 9 :: x == 2 -> x = 7 fi }

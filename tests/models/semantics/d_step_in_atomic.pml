// A d_step inside an atomic sequence, and an atomic sequence inside a d_step.
byte x, y;
active proctype Nests() { atomic { x = 1; d_step { y = 1; x = 2 }; y == 2; x = 3 }; d_step { x == 3; atomic { x = 4; x = 5 }; y = 3 } }
active proctype Helps() { y == 1; y = 2; x == 5 }

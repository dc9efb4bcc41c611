// A process that blocks inside an atomic sequence loses control there; the others see the state in between.
byte x, y;
active proctype Waits() { atomic { x = 1; y == 1; x = 2 }; x = 3 }
active proctype Helps() { do :: x == 1 -> y = 1 :: x == 3 -> break :: x == 2 -> assert(false) od }

// A timeout inside an atomic sequence: first control is lost, then nothing is possible.
byte x;
active proctype Waits() { atomic { x = 1; timeout; x = 2 }; x = 3 }
active proctype Works() { x == 1; x = 5; x == 3 }

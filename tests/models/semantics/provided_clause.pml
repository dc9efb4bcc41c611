// A process runs only while its condition holds, also in the middle of an atomic sequence.
byte x, who;
active proctype Zero() provided (who == 0) { x = 1; atomic { who = 1; x = 2 }; x = 3 }
active proctype One() provided (who == 1 || x > 2) { x = 5; who = 0; x = 6 }

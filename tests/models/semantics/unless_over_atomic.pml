// An atomic sequence in the main part: the escape is looked at between its statements as well.
byte x, stop;
active proctype Works() { { x = 1; atomic { stop == 2 || x == 1; x = 2; x = 3; x = 4 }; x = 5 } unless { stop == 1; x = 9 } }
active proctype Stops() { stop = 1 }

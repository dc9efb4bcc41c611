// What an escape reads is alive in all of the main part.
byte x, stop;
active proctype Works() { byte a, b; { a = 1; b = 2; b > 0; x = 1; a = 3; x = 2 } unless { stop == 1 -> x = a } }
active proctype Stops() { stop = 1 }

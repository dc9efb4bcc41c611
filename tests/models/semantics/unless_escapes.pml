// The escape is taken as soon as it can be, before each statement of the main part.
byte x, stop;
active proctype Works() { { x = 1; x = 2; x = 3; stop = 2 } unless { stop == 1; x = 10 }; x = x + 1 }
active proctype Stops() { stop = 1 }

// A claim that asks for a timeout.
byte x;
active proctype Waits() { x = 1; timeout; x = 2 }
active proctype Works() { x == 1; x == 2 }
never { do :: !timeout :: timeout -> break od; do :: true od }

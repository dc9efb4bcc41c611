// The inner escape is tried before the outer one.
byte x, stop;
active proctype Works() {
  { { x = 1; x = 2; x = 3 } unless { stop == 1 -> x = 10; x = 11 } } unless { stop > 0 -> x = 20; x = 21 }
}
active proctype Stops() { stop = 1; stop = 2 }

// Inside a d_step nothing is forgotten, but what is read there is alive before it.
byte x;
active proctype Works() {
  byte a, b;
  if :: a = 1 :: a = 2 fi;
  d_step { b = a; a = 3 };
  x = 1; x = 2;
  d_step { b > 0; b = 7 };
  x = 3
}

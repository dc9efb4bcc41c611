// Elements of arrays, fields of records and channels are never forgotten.
typedef Pair { byte first; byte second };
byte x;
active proctype Remembers() {
  byte a[2]; Pair p; byte i;
  if :: a[0] = 1 :: a[0] = 2 fi;
  if :: p.first = 1 :: p.second = 1 fi;
  if :: i = 0 :: i = 1 fi;
  a[i] = 5; x = 1; x = 2
}

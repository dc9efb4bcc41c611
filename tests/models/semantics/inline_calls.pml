// Inlines are put where they are called, with their own variables and labels.
byte x, y;
inline swap(a, b) { byte kept = a; a = b; b = kept }
inline bump(v, n) { if :: v < n -> v++ :: else fi; again: if :: v == n -> v = 0; goto again :: else fi }
active proctype Calls() { x = 1; y = 2; swap(x, y); bump(x, 3); swap(y, x); atomic { bump(y, 1); swap(x, y) } }
active proctype Looks() { x > 1; y > 0 }

// A jump out of an atomic sequence ends it, one into it enters it in the middle.
byte x;
active proctype Leaves() {
  atomic { x = 1; goto outside; x = 9 };
inside: atomic { x = 3; again: x = x + 1; if :: x < 6 -> goto again :: else fi; x = 7 };
  goto over;
outside: x = 2; goto inside;
over: skip
}
active proctype Looks() { x == 5 || x == 7 }

/* Before a jump out of atomic there is a place, at which an escape goes first. */
byte x, y;

active proctype P() {
  {
    if
    :: atomic { x = 1; goto out }
    :: atomic { x = 2; do :: x == 2 -> break od }
    :: atomic { x = 3; if :: skip :: y == 1 fi }
    :: x = 4; { goto out }
    :: x = 5; goto out
    fi
  } unless { x > 0 -> y = y + 1; assert(y < 3) };
  y = y + 10;
out:
  skip
}

active proctype Q() { x = 6; y = 1 }

/* A process that may not go on is held up at the end of its atomic sequence, and before a jump out of it. */
byte x;

active proctype P() provided (x % 2 == 0) {
  do
  :: atomic { x = 1; goto out }
  :: atomic { if :: x = 3 fi }
  :: atomic { x = 5; break }
  od;
  x = 8;
out:
  skip
}

active proctype Q() { do :: x % 2 == 1 -> x = 2 :: x == 8 -> break od }

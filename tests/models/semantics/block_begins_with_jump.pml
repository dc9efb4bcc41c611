/* A jump at the start of a block is a step; one in the middle is none. */
byte x;

active proctype P() {
  do
  :: x < 2 -> x++; { goto again }
  :: x == 2 -> x = 3; { break }
  :: x == 1 -> atomic { goto again }
  :: x == 3 -> x = 0; goto again
again:
    skip
  od;
  { { goto out } };
  x = 9;
out:
  skip
}

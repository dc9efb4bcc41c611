// The first statement of an atomic sequence decides whether it can begin.
byte turn, x;
active [2] proctype Takes() {
  do
  :: atomic { turn == _pid; x = (x + 1) % 4; turn = 1 - _pid }
  :: x == 3 -> break
  od
}

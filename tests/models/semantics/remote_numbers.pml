/* The number and the priority of another process, while it is there and afterwards. */
byte x, y;

active proctype First() { x = 1; x = 2 }
active [2] proctype Pair() { x++ }

active proctype Asking() {
  if
  :: Pair:_pid == 1 -> y = 1
  :: Pair[2]:_pid == 2 -> y = 2
  :: Pair[0]:_pid == 0 -> y = 3
  :: First:_pid == 1 -> y = 4
  :: Pair[1]:_priority == 1 -> y = 5
  :: First:_priority == Pair:_priority -> y = 6
  fi
}

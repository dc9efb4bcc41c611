// Looking into other processes: where they are, and their variables.
byte x;
active [2] proctype Worker() { byte own = _pid; here: own = own + 2; there: x++; own = 0 }
active proctype Looks() {
  if :: Worker[0]@there && Worker[1]@here -> x = x + 10 :: Worker[1]:own == 3 -> x = x + 20 fi;
  Worker[1]:own == 0
}

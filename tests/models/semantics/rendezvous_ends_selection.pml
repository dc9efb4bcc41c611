/* Both sends end the selection and the atomic sequence: control is lost at one place, whichever was taken. */
chan c = [0] of { byte };
byte y;

active proctype P() {
  again:
    y = 1 - y;
    atomic {
      if
      :: skip; c!1
      :: c!2
      fi
    };
    goto again
}

active proctype Q() {
  byte got;
  do
  :: c?got
  od
}

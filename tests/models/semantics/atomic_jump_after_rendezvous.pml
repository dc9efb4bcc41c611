/* A jump out of atomic is a step: after a rendezvous the others may move before it. */
chan c = [0] of { byte };
byte x;

active proctype Sender() {
  do
  :: atomic { c!1; break }
  :: atomic { c!2; if :: x > 0 -> goto out :: else -> skip fi }
  :: atomic { c!3; { goto out } }
  :: atomic { c!4; goto inside }
  od;
  x = 4;
  atomic { x = 5; inside: x = 7 };
out:
  x = 6
}

active proctype Receiver() {
  byte got;
  do
  :: c?got -> x = got
  :: got == 4 -> break
  od
}

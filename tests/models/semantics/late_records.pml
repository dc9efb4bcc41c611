/* The declaration of a record after the first statement does nothing, but it is a step, and no guard is behind it. */
typedef Pair { byte one; byte two };
byte x;

inline forget() { Pair r; begin: r.one++; if :: r.one < 2 -> goto begin :: else -> x = r.one fi }

active proctype P() {
  skip;
  if
  :: Pair p; p.one == 1 -> x = 1
  :: Pair q[2]; q[1].two = 2; x = q[1].two
  fi;
  forget()
}

active proctype Q() { timeout -> x = 7 }

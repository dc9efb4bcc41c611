// `run` gives the number of the new process and can stand where a value is wanted.
byte got;
proctype Child(byte n; bit b) { byte own = n + 1; got = own + b }
init { byte p; p = run Child(3, 1); if :: run Child(p, 0) -> got = got + 1 fi; (run Child(1, 1)) }

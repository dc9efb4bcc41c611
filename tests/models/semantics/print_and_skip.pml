// Statements without effect are steps of their own.
mtype = { red };
byte x;
active proctype Prints() { skip; true; printf("%d\n", x); printm(red); 1; (x == 0); x = 1 }
active proctype Looks() { x == 1 }

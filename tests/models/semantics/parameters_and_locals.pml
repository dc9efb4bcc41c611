// Parameters are copied and wrapped; locals start with their initial values, which may use parameters.
mtype = { one, two };
byte total;
proctype Child(byte n; short s; mtype m) { byte twice = n * 2; byte more = s; total = total + more + twice; s = 0; total = total + m }
init { run Child(300, 65536 + 2, two); run Child(1, -1, one) }

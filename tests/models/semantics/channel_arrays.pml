// Arrays of channels, indexed by values and by processes.
chan c[3] = [1] of { byte };
chan d[2] = [0] of { bit, byte };
byte x;
active [2] proctype Sends() { c[_pid]!_pid; d[_pid]!1,_pid; c[2]!7 }
active proctype Receives() { byte i, n; for (i : 0 .. 1) { c[i]?n; d[1 - i]?1,n; x = x + n }; c[x + 1]?n; x = n }

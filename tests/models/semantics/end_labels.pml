// A process may rest at an end label; elsewhere being stuck is a deadlock.
chan c = [1] of { byte };
byte x;
active proctype Server() { byte n; end_wait: do :: c?n -> if :: n == 2 -> x == 9 :: else fi od }
active proctype Client() { c!1; if :: c!1 :: c!2 fi }

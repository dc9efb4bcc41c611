// Promises about who uses a channel change nothing when nothing is left out.
chan c = [1] of { byte };
byte x;
active proctype Sends() { xs c; c!1; c!2; x = 1 }
active proctype Receives() { xr c; byte n; c?n; c?n; x == 1 }

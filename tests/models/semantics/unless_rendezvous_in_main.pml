// The main part waits for a rendezvous; the escape makes it unwelcome.
chan c = [0] of { byte };
byte x, stop;
active proctype Works() { byte got; { c?got; x = got; c?got; x = got } unless { stop == 1; x = 9 } }
active proctype Sends() { c!1; c!2 }
active proctype Stops() { stop = 1 }

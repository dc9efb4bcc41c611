// An escape that begins with a receive from a rendezvous channel.
chan c = [0] of { byte };
byte x;
active proctype Works() { byte got; { do :: x < 2 -> x++ :: x == 2 -> x = 0 od } unless { c?got; x = got } }
active proctype Stops() { x == 1; c!7 }

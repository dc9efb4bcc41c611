// Channels that belong to processes: each instance has its own, and they are passed on.
chan public = [1] of { chan };
byte x;
proctype Server(chan request) { chan reply; byte n; request?reply,n; reply!n + 1 }
init {
  chan mine = [1] of { byte };
  chan request = [0] of { chan, byte };
  byte got;
  run Server(request); request!mine,4; mine?got; x = got;
  public!mine; mine!9
}
active proctype Takes() { chan c; public?c; c?x }

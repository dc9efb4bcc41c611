#define FLOORS 3
mtype { call, arrived, opened, closed }
chan buttons = [FLOORS] of { byte };
chan motor = [1] of { byte };
chan sensor = [1] of { mtype, byte };
chan door = [1] of { mtype };
chan door_done = [1] of { mtype };
bool lit[FLOORS];

active [FLOORS] proctype Button() {
  byte floor = _pid;
  do
  :: atomic { !lit[floor] -> lit[floor] = true; buttons ! floor }
  od
}

active proctype Controller() {
  byte goal, at;
  do
  :: buttons ? goal ->
     motor ! goal;
     do
     :: sensor ? arrived, at ->
        if
        :: at == goal -> break
        :: else
        fi
     od;
     door ! opened; door_done ? opened;
     lit[goal] = false;
     door ! closed; door_done ? closed
  od
}

active proctype Motor() {
  byte goal, at = 0;
  do
  :: motor ? goal ->
     do
     :: at < goal -> at++; sensor ! arrived, at
     :: at > goal -> at--; sensor ! arrived, at
     :: at == goal -> sensor ! arrived, at; break
     od
  od
}

active proctype Door() {
  mtype m;
  do
  :: door ? m -> door_done ! m
  od
}

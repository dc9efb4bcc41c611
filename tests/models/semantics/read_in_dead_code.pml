// A read in a proctype that never runs keeps a variable in the state.
byte kept, dropped;
active proctype Writes() { if :: kept = 1 :: kept = 2 fi; if :: dropped = 1 :: dropped = 2 fi }
proctype Never_runs() { kept == 1 }

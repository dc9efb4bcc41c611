// A global variable that is never read is not part of the state; `++` and printing are no reads, receiving is.
byte never_read, counted, printed, received, many[3];
mtype = { red, green }; mtype colour;
chan c = [1] of { byte };
active proctype Writes() {
  if :: never_read = 1 :: never_read = 2 :: counted++ :: printed = 3 :: colour = green :: many[2] = 1 fi;
  printf("%d %d\n", printed, many[1]);
  c!4; c?received
}

// The channels of a process go with it; the number is given to the next channel.
byte x;
proctype Owner(byte n) { chan own = [2] of { byte }; own!n; own?x }
init { run Owner(1); _nr_pr == 1; run Owner(2); run Owner(3); _nr_pr == 1; x > 0 }

// `_nr_pr` counts the processes that are not gone, also those that wait for younger ones to go.
byte least = 9;
proctype Child() { least = (_nr_pr < least -> _nr_pr : least) }
init { run Child(); run Child(); _nr_pr == 1; assert(least == 2 || least == 3) }

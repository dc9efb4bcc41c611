// `timeout` is true when nothing else in the whole model can go on.
byte x;
chan c = [1] of { byte };
active proctype Sends() { do :: x < 2 -> c!x :: timeout -> x = x + 1; if :: x > 3 -> break :: else fi od }
active proctype Receives() { byte got; do :: c?got -> got > 0 :: timeout -> break od }

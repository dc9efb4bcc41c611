// A random receive takes the first message that matches, wherever it is.
chan c = [4] of { byte, byte };
byte got, other;
active proctype Sends() { c!1,5; c!2,6; c!1,7; c!3,8 }
active proctype Takes() { c??1,got; c??eval(got - 4),other; c??3,_; c??got,2 }
active proctype Takes_any() { byte first; c??first,6; other = first }

// A d_step that begins with a receive.
chan c = [2] of { byte };
byte sum;
active proctype Sends() { c!1; c!2; c!3 }
active proctype Receives() { byte got; do :: d_step { c?got; sum = sum + got; got = 0 } :: sum == 6 -> break od }

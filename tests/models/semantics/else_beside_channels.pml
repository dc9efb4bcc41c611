// `else` beside a send to a full channel and a receive from an empty one.
chan c = [1] of { byte };
byte refused, missed;
active proctype Sends() { do :: refused < 2 -> if :: c!1 :: else -> refused++ fi :: else -> break od }
active proctype Receives() { byte got; do :: missed < 2 -> if :: c?got :: else -> missed++ fi :: missed >= 2 -> break od }

// `eval` compares with the value at the moment of the receive; names of messages and numbers compare as well.
mtype = { ask, tell };
chan c = [2] of { mtype, byte };
byte want = 1, got;
active proctype Sends() { do :: c!ask,want :: c!tell,2 :: got > 3 -> break od }
active proctype Receives() { do :: c?ask,eval(want) -> want = 3 - want :: c?tell,got -> got = got + want :: got > 3 -> break od }

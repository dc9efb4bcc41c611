// Sorted sends compare field by field; equal messages stay in the order of sending.
mtype = { low, high };
chan c = [5] of { byte, mtype, bit };
active [2] proctype Sends() { c!!2,high,_pid; c!!1,low,1 - _pid }
active proctype Receives() { byte n; mtype m; bit b; len(c) == 4; do :: c?n,m,b :: empty(c) -> break od }

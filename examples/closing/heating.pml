/* A heating: the outside sends what is wanted, and a thermometer may show anything from 5 to 40 degrees. */

mtype = { wanted, off };
chan orders = [1] of { mtype, byte, byte };
env orders ? wanted(least : 15 .. 20, most : 18 .. 24) where least < most, off;
env byte thermometer in 5 .. 40;

active proctype Heating() {
    byte least = 18, most = 21;
    bool burning;

    do
    :: orders ? wanted(least, most) -> assert(least < most && most <= 24)
    :: orders ? off(_, _) -> burning = false
    :: thermometer < least -> burning = true
    :: thermometer > most -> burning = false
    od
}

mtype = { a, b };
mtype:colour = { red, green };
chan pair = [1] of { mtype, byte };
chan other = [0] of { chan };
byte number;
mtype kind;

proctype P(chan c; byte n) {
    c!a, n
}

active proctype Main() {
    byte x;
    mtype:colour tint;
    pair!a;                     //~ E416
    pair?a, x, x;               //~ E416 E417
    pair?x, x;                  //~ E417
    number!a;                   //~ E407
    kind = a;
    kind = red;                 //~ E421
    tint = red;
    tint = b;                   //~ E421
    other = 3;                  //~ E408
    x = pair + 1;               //~ E408
    run P(pair);                //~ E419
    run P(pair, 1);
    run P(1, pair);             //~ W710 W710
    (run P(pair, 1) > 0);       //~ E420
    pair!a, run P(pair, 1);     //~ E420
    other!number
}

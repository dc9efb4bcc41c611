byte x;
chan q = [2] of { byte };

init {
    x = ;                       //~ E201
    x = 1 2;                    //~ E201
    !full(q);                   //~ E207
    if x > 1 fi;                //~ E201
    x = (1 + 2;                 //~ E201
    q!x,;                       //~ E201
    x @ 3;                      //~ E201
    x = 5
}

proctype P(byte a {             //~ E201
    skip
}

byte y
byte z = `;                     //~ E202
active proctype Q() { skip }

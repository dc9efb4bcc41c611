byte x;
chan q = [1] of { byte };

active proctype P() {
    goto nowhere;               //~ E501
    break;                      //~ E503
here:
    x = 1;
here:                           //~ E502
    x = 2;
x:                              //~ E509
    x = 3;
    if
    :: else -> skip
    :: else -> skip             //~ E504
    fi;
    if
    :: q?x -> skip
    :: else -> skip             //~ W702
    fi;
    atomic {
inside:                         //~ E511
        x = 4
    };
    d_step {
        x = 5;
        goto here               //~ E512
    };
    do
    :: d_step { x > 0 -> break }    //~ E512
    od;
    d_step { run P() };         //~ E513
    (np_)                       //~ E516
}

never {
    do
    :: q!1                      //~ E514
    :: x = 1                    //~ W712
    od
}

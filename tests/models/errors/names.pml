#define ONE unknown_one
mtype = { go, stop };
byte shared, list[3];
typedef Point { byte x; byte y }
Point point;
byte shared;                    //~ E302
byte go;                        //~ E205

inline set(v) {
    v = nothing                 //~ E301
}

proctype Worker(byte shared) {  //~ E302
    byte own;
    own = ownn;                 //~ E301
    own = ONE;                  //~ E301
    set(own);
    point.z = 1;                //~ E404
    own.x = 1;                  //~ E404
    point = 1;                  //~ E405
    list = 2;                   //~ E401
    own[1] = 2;                 //~ E402
    _pid = 3;                   //~ E422
    own = _;                    //~ E406
    { byte inner; inner = 1 };
    inner = 2                   //~ E301
}

init { run Worker(1); run Nobody() }   //~ E418

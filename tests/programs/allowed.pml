/* A process moves only while its `provided` condition is true. */
byte turn, trail[6], place;
active proctype a() provided (turn == 0) {
    byte i;
    do
    :: i < 3 -> trail[place] = 1; place++; i++; turn = 1
    :: else -> break
    od;
    turn = 1
}
active proctype b() provided (turn == 1) {
    byte i;
    do
    :: i < 3 -> trail[place] = 2; place++; i++; turn = 0
    :: else -> break
    od;
    turn = 0
}

/*
 * A pipeline that sorts seven numbers: every stage keeps the greatest it has seen and hands on the others.
 * The source counts what it sends; nothing else limits it.
 */
#define NUMBERS 7

chan line[NUMBERS] = [NUMBERS] of { byte };

proctype Source() {
    byte counter = 0;

    do
    :: counter < NUMBERS ->
        line[0]!(counter * 5) % NUMBERS;
        counter++
    :: else -> break
    od
}

proctype Stage(byte place; chan before; chan after) {
    byte kept, next, rest;

    before?kept;
    rest = NUMBERS - 1 - place;
    do
    :: rest > 0 ->
        before?next;
        if
        :: next > kept ->
            after!kept;
            kept = next
        :: else -> after!next
        fi;
        rest--
    :: else -> break
    od
}

proctype Sink(chan before) {
    before?_
}

init {
    byte place;

    atomic {
        run Source();
        place = 0;
        do
        :: place < NUMBERS - 1 ->
            run Stage(place, line[place], line[place + 1]);
            place++
        :: else -> break
        od;
        run Sink(line[NUMBERS - 1])
    }
}

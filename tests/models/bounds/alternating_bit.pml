/* An alternating bit protocol over channels that may lose messages; the user of the sender is not limited. */
mtype = { packet, ack };
chan upper = [2] of { byte };
chan line = [2] of { mtype, byte, bit };
chan back = [2] of { mtype, bit };
chan delivered = [2] of { byte };

active proctype user() {
    byte datum;

    do
    :: upper!datum -> datum = 1 - datum
    od
}

active proctype sender() {
    byte datum;
    bit number;

    do
    :: upper?datum ->
        line!packet, datum, number;
        do
        :: back?ack, eval(number) -> break
        :: back?ack, eval(1 - number)
        od;
        number = 1 - number
    od
}

active proctype receiver() {
    byte datum;
    bit number, expected;

    do
    :: line?packet, datum, number ->
        if
        :: number == expected ->
            delivered!datum;
            expected = 1 - expected
        :: else
        fi;
        back!ack, number
    od
}

active proctype consumer() {
    do
    :: delivered?_
    od
}

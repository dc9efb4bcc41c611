/* The alternating bit protocol over a link that neither loses nor damages anything.
 *
 * Each frame carries one bit that changes from frame to frame.  The receiver answers with the bit of the frame; the
 * sender goes on when the bit comes back.
 */
#ifndef COUNT
#define COUNT 5
#endif

chan frames = [1] of { bit, byte };
chan replies = [1] of { bit };

active proctype sender() {
    bit tag, answer;
    byte data;
    do
    :: data < COUNT ->
        data++;
        frames!tag, data;
        do
        :: replies?answer ->
            if
            :: answer == tag -> break
            :: else -> frames!tag, data
            fi
        od;
        tag = 1 - tag
    :: else -> break
    od
}

active proctype receiver() {
    bit tag, expected;
    byte data, last;
end:
    do
    :: frames?tag, data ->
        if
        :: tag == expected ->
            assert(data == last + 1);
            last = data;
            printf("received %d\n", data);
            expected = 1 - expected
        :: else
        fi;
        replies!tag
    od
}

/* Two processes count without protection; the sum is lost now and then. */
byte count;
byte finished;

active [2] proctype Worker() {
    byte seen;
    seen = count;
    count = seen + 1;
    finished++;
}

active proctype Observer() {
    finished == 2;
    assert(count == 2);
}

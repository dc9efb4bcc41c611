/* A process leaves the end of a row of those that wait for messages, and comes back; then there is one for each. */
chan q = [3] of { byte };
byte asked, got;
active [2] proctype waits() { q?_; got++ }
active proctype leaves() {
    do
    :: q?_ -> got++; break
    :: asked == 1 -> asked = 2
    od
}
active proctype sends() { asked = 1; asked == 2; q!1; q!2; q!3; got == 3 }

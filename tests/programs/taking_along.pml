/* Several processes wait at one channel.  The one that is woken for a message does something else, or finds that it is
 * gone; in the end the message is for another one. */
chan q = [2] of { byte };
chan r = [1] of { byte };
chan go = [1] of { byte };
chan over = [3] of { byte };
byte taken;

active proctype either() {
    do
    :: r?_ -> break
    :: q?9 -> break
    od;
    over!1
}
active proctype only() { q?9; over!1 }
active proctype thief() { go?_; q?1; q!2; over!1 }
active proctype first() { q?1; taken = 1 }
active proctype second() { q?2; taken = 2; over!1 }
active [3] proctype producer() { byte n; do :: n < 3 -> q!3; n++ :: else -> break od }
active [2] proctype consumer() { byte n; do :: q?3 -> n++ :: n == 4 -> break :: timeout -> break od }

init {
    q!9; r!1;
    over?_; over?_;
    go!1; q!1;
    over?_; over?_
}

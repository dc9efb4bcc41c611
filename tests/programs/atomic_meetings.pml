/* Who holds control in an atomic sequence and can go on does so: no waiting sender comes between. */
chan c[8] = [0] of { byte };
chan d = [0] of { byte };
byte met;
active [8] proctype sender() {
end:
    c[_pid]!1;
    met++
}
inline wrong() { assert(false) }

active proctype before_else() {
    byte x;
    atomic { x = 1; if :: c[0]?x -> wrong() :: else -> x = 2 fi }
}
active proctype beside_an_option() {
    byte x;
    atomic { x = 1; do :: c[1]?x -> wrong() :: x == 1 -> x = 2 :: x == 2 -> break od }
}
active proctype inside_a_d_step() {
    byte x;
    d_step { x = 1; if :: c[2]?x -> wrong() :: else -> x = 2 fi; x = 3 }
}
active proctype by_a_jump() {
    byte x;
    atomic { x = 1; goto inside };
    skip;
    atomic { x = 2; inside: if :: c[3]?x -> wrong() :: else -> x = 3 fi; x = 4 }
}
active proctype in_an_escape() {
    byte x;
    atomic { x = 1; { x == 1 -> x = 2 } unless { c[4]?x; wrong() }; x = 3 }
}
active proctype gives() { d!7 }
active proctype was_given_control() {
    byte x;
    atomic { d?x; if :: c[5]?x -> wrong() :: x == 7 -> x = 3 fi }
}
/* Who blocks lets others move, and who is only about to begin holds nothing. */
active proctype blocks() {
    byte x;
    atomic { x = 3; if :: c[6]?x :: x == 4 -> wrong() fi; assert(x == 1) }
}
active proctype begins() {
    byte x;
    atomic { c[7]?x; assert(x == 1) }
}

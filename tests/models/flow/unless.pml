/* Escapes in every nesting. */
byte g, h;
inline work() {
    do
    :: g++
    :: h++
    od
}

active proctype Loop() {
    { do :: g++ :: h++ od } unless { g > 3 -> h = 1 }
}

active proctype Jump() {
TOP:
    g = 1;
    h = 2;
    { g++; h-- } unless goto TOP
}

active proctype Nested() {
    { { g = 1; g = 2 } unless { h == 1 -> g = 3 }; g = 4 } unless { h == 2 -> g = 5 }
}

active proctype EscapeWithEscape() {
    { g = 1; g = 2 } unless { { g == 4 -> h = 0 } unless { h == 5 } }
}

active proctype Dead() {
    { if :: false -> g = 1 :: g -> h = 1 fi } unless { g == 7 }
}

active proctype Inlined() {
    work() unless { h == 4 }
}

active proctype Atomic() {
START:
    atomic { g = 1; { g = 2; h = 2 } unless goto START; h = 3 }
}

active proctype Whole() {
    do
    :: g > 1 -> g--
    :: else -> break
    od unless { h == 9 };
    g = 0
}

active proctype Labelled() {
L:  { do :: g++ od } unless { g > 3 -> h = 1; goto L }
}

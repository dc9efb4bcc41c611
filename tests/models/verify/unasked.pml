/* Nobody ever asks: the formula holds, and says nothing. */
#define asked (requests > 0)
byte requests;
bool answered;

active proctype Server() {
    do
    :: asked -> requests--; answered = true
    :: answered = !answered
    od;
}

ltl response { [] (asked -> <> answered) }

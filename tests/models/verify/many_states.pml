/* Large states: more than SPIN's verifier has room for by default. */
int table[600];
byte i;

active proctype Filler() {
    do
    :: i < 20 -> table[i] = i; i++;
    :: else -> break;
    od;
    assert(table[3] == 3);
}

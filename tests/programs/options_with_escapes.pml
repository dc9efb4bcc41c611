/* Options that begin with an `unless`: their escapes go before all options. */
chan calls = [2] of { byte };
chan direct = [0] of { byte };
byte taken, rounds, escaped, depth;

active proctype caller() {
    byte n;
    do
    :: n < 6 -> calls!n; n++
    :: n < 6 -> direct!n; n++
    :: n >= 6 -> break
    od
}

active proctype server() {
    byte x;
    do
    :: { taken < 20 -> taken++; rounds++; skip } unless { calls?x -> escaped++ }
    :: rounds > 5 -> break
    :: L: { atomic { taken < 15 -> taken = taken + 2 } ; depth = 1 } unless { direct?x -> escaped = escaped + 10 }
    od;
again:
    { do
      :: { { depth < 4 -> depth++ } unless { calls?x; depth++ } } unless { direct?x -> depth = 0 }
      :: if
         :: { depth == 2 -> depth++ } unless { depth == 3 -> depth = 5 }
         :: else -> skip
         fi
      :: depth >= 4 -> break
      od } unless { rounds == 250 };
    do
    :: calls?x
    :: direct?x
    :: timeout -> break
    od;
    printf("%d %d %d\n", taken, escaped, depth)
}

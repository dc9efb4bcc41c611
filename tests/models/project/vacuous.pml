byte x;

active proctype P() {
    x = 1;
    x = x + 2
}

ltl never_negative { [](x >= 0) }

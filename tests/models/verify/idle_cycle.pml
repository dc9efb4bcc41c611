byte level;

active proctype Pump() {
    do
    :: level < 2 -> level++;
    :: level > 0 -> level--;
    :: level == 2 ->
        progress:
        level = 0;
    od;
}

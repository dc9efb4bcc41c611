// In one line a select chooses among all values in one step; over several lines SPIN makes a loop of it.
byte one, two;

active proctype P() {
    select (one : 1 .. 3);
    select (two :
        1 .. 3);
    assert(one + two <= 6);
    one = 0;
    two = 0
}

/* Selections that compare one variable with constants. */
mtype = { first, second, third };
byte rounds;
active proctype machine() {
    mtype state = first;
    do
    :: state == first -> state = second
    :: state == second ->
        if
        :: rounds == 0 -> state = first
        :: rounds == 1 -> state = first
        :: else -> state = third
        fi;
        rounds++
    :: state == third -> break
    od;
    assert(rounds == 3)
}

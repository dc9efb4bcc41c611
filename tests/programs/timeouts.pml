/* `timeout` is true when nothing else can happen, and only then. */
chan line = [1] of { byte };
byte tries;
active proctype asker() {
    do
    :: tries == 3 -> break
    :: tries < 3 ->
        if
        :: line?_ -> printf("answer\n")
        :: timeout -> printf("timeout %d\n", tries)
        fi;
        tries++
    od
}
active proctype answerer() { tries == 1; line!0 }

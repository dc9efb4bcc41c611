/* `else` must not be taken while somebody stands ready to receive. */
chan box = [0] of { byte };
byte refused;
active proctype receiver() {
    byte got;
    do
    :: box?got -> printf("got %d\n", got)
    :: refused > 3 -> break
    od
}
active proctype sender() {
    byte count;
    do
    :: count == 5 -> break
    :: else ->
        if
        :: box!count
        :: else -> refused++
        fi;
        count++
    od;
    assert(refused == 0);
    refused = 9
}

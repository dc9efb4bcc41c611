/* What a waiting process would receive changes with the variables it looks at. */
chan box = [0] of { byte };
byte wanted = 1;
active proctype receiver() {
    box?eval(wanted);
    printf("got %d\n", wanted)
}
active proctype sender() {
    wanted = 2;
    if
    :: box!1 -> assert(false)
    :: box!2 -> skip
    fi
}

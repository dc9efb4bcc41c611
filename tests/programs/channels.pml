/* Sorted sends, searching receives, peeking, polls, channels in messages and as arguments. */
mtype = { ask, tell };
chan sorted = [4] of { byte, mtype };
chan names = [1] of { chan };
byte sum;
proctype echo(chan from) {
    chan own = [2] of { byte };
    byte value;
    names!own;
    from?value;
    own!value + 1
}
init {
    chan given = [1] of { byte };
    chan answers;
    byte low, value;
    sorted!!3, ask; sorted!!1, tell; sorted!!2, ask; sorted!!2, tell;
    assert(full(sorted) && len(sorted) == 4);
    sorted?<low, _>;
    assert(low == 1);
    sorted??eval(low + 1), tell;
    assert(sorted?[1, tell] && !sorted?[2, ask] && sorted??[2, ask]);
    do
    :: sorted?value, _ -> sum = sum * 10 + value
    :: empty(sorted) -> break
    od;
    run echo(given);
    names?answers;
    given!40;
    answers?value;
    printf("%d %d\n", sum, value)
}

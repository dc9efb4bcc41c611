/* Options that begin with selections, loops, blocks, or places that others jump to. */
chan q = [3] of { byte };
byte n, x;
active proctype p() {
    q!1; q!2; q!3;
    do
    :: if
       :: q?1 -> n = n + 1
       :: q?2 -> n = n + 10
       fi;
       n = n + 100
    :: do
       :: q?3 -> n = n + 3; break
       od;
       goto out
    :: atomic { x == 200 -> x = 0 }
    od;
out:
    if
    :: n == 200 -> n++
    :: again: n > 200 -> n--; goto again
    :: n < 200 -> skip
    fi
}

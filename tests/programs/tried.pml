/* What can be decided without looking closely is decided as ever: values are cut to their fields, sorted messages stay
 * sorted, and a meeting is not passed over for an `else`. */
chan small = [3] of { byte };
chan sorted = [3] of { byte };
chan meet = [0] of { byte };
byte got;

active proctype partner() { meet?got }

active proctype tries() {
    int wide = 300;
    byte n;
    small!wide; small?44;
    small!wide; small?n; printf("%d\n", n);
    sorted!!2; sorted!!1; sorted?n; printf("%d\n", n);
    if
    :: meet!7 -> printf("met\n")
    :: else -> printf("alone\n")
    fi
}

/* A sender gave control away with its message; asked meanwhile, it stands where another sender waits for it. */
chan a = [0] of { byte };
chan b = [0] of { byte };
chan c = [0] of { byte };
byte n;
active proctype waits() { c!1 }
active proctype receiver() {
    atomic {
        a?_;
        if
        :: b!1 -> assert(false)
        :: else -> n++
        fi
    }
}
active proctype sender() {
    byte x;
    atomic { a!1; c?x; assert(n == 1) }
}

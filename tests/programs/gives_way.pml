/* A sender waits that would rather do something else: whoever comes later must have it decide. */
chan early = [0] of { byte };
chan late = [0] of { byte };
chan go = [1] of { byte };
active proctype sender() { { early!1 } unless { late!2 } }
active proctype receiver() { byte x; go?x; early?x; assert(x == 1) }
active proctype starter() { go!7 }

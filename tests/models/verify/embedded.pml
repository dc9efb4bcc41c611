c_decl {
    int limit = 3;
};
c_state "int counted" "Global"
byte seen;

active proctype Counter() {
    do
    :: c_expr { now.counted < limit } ->
        c_code { now.counted++; };
        seen++;
    :: else -> break;
    od;
    assert(seen == 2);
}

/* Two clerks sell the last ticket. */
byte tickets = 1;
byte sold = 0;

active [2] proctype clerk() {
    if
    :: tickets > 0 ->
        sold++;
        tickets--
    :: else ->
        skip /* sold out */
    fi;
    assert(sold <= 1)
}

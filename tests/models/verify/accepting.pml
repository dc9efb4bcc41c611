/* The accept label of the process has nothing to do with the formula, which holds. */
bool on;

active proctype Switch() {
accept_all:
    do
    :: on = !on;
    od;
}

ltl back_again { [] (on -> <> !on) }

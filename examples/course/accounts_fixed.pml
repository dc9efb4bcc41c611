/* Two clerks move money between two accounts; both lock the account with the smaller number first. */
bool locked[2];
byte money[2] = { 5, 5 };

inline lock(account) {
    atomic {
        !locked[account] -> locked[account] = true
    }
}

inline unlock(account) {
    locked[account] = false
}

proctype transfer(byte from, to) {
    if
    :: from < to ->
        lock(from);
        lock(to)
    :: else ->
        lock(to);
        lock(from)
    fi;
    d_step {
        money[from]--;
        money[to]++
    };
    unlock(to);
    unlock(from)
}

init {
    atomic {
        run transfer(0, 1);
        run transfer(1, 0)
    }
}

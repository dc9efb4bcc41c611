/* Exercise 5.  Three guests sit around a table with three sticks, and each needs the two beside them.
   Change the order in which one of them reaches for the sticks. */
#define GUESTS 3
bool used[GUESTS];
byte eaten = 0;

proctype guest(byte left, right) {
    atomic {
        !used[left] -> used[left] = true
    };
    atomic {
        !used[right] -> used[right] = true
    };
    eaten++;
    used[right] = false;
    used[left] = false
}

init {
    atomic {
        run guest(0, 1);
        run guest(1, 2);
        run guest(2, 0)
    }
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
ltl somebody_is_hungry { [](eaten < GUESTS) } /* must be violated: all can eat */

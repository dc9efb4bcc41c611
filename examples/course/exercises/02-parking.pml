/* Exercise 2.  A car park has two places, and three cars want in: a car must wait while there is none. */
byte places = 2;
byte parked = 0;

active [3] proctype car() {
    places > 0;
    places--;
    parked++;
    parked--;
    places++
}

/* -- what is asked; nothing below has to change ---------------------------------------------- */
ltl never_too_many { [](parked <= 2) }
ltl never_two { [](parked < 2) } /* must be violated: two cars may park at the same time */

/* Wrong passwords, counted across sessions: who guesses has to wait, and after many guesses is not listened to for a while. */
#ifndef FTPD_GUESSES_H
#define FTPD_GUESSES_H

#include <stdbool.h>

#include "addresses.h"

/* One password of a network is looked at at a time, so that many of them do not keep others waiting. */
void await_turn(const address *from);
void end_turn(const address *from);

/* Whether a password from there is worth the work of a hash. */
bool may_guess(const address *from, const char *name);

/* Note a wrong password: the milliseconds for which the answer is held back. */
int note_wrong_password(const address *from, const char *name);

/* Forget wrong passwords for a name from there: the right one came. */
void forget_guesses(const address *from, const char *name);

#endif

/* Who the client is. */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "clients.h"
#include "guesses.h"
#include "init.h"

enum { MOST_WRONG_PASSWORDS = 3 };

int name_user(struct session *session)
{
    snprintf(session->user, sizeof session->user, "%s", session->argument);
    expect_login(session);
    return done;
}

/* Unless the client gives up before. */
static void keep_waiting(const struct session *session, int milliseconds)
{
    struct pollfd watched = {session->control, POLLRDHUP, 0};
    poll(&watched, 1, milliseconds);
}

/* The milliseconds for which the answer is held back; 0 if the password is right. */
static int judge_password(struct session *session)
{
    int delay = 0;
    await_turn(&session->client);
    bool right = is_welcome(session->connection) && may_guess(&session->client, session->user) &&
                 may_log_in(session->user, session->argument);
    if (right)
        forget_guesses(&session->client, session->user);
    else
        delay = note_wrong_password(&session->client, session->user);
    end_turn(&session->client);
    memset(session->argument, 0, strlen(session->argument));
    return delay;
}

int check_password(struct session *session)
{
    int delay = judge_password(session);
    note_login(session->connection, delay == 0);
    if (delay == 0) {
        welcome_user(session);
        return done;
    }
    flush(session); /* earlier replies need not wait */
    leave_client_processor(session);
    keep_waiting(session, delay);
    return ++session->wrong_passwords < MOST_WRONG_PASSWORDS ? failed : late;
}

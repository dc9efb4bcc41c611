/* Who the client is. */
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "init.h"

enum { MOST_WRONG_PASSWORDS = 3 };

int name_user(struct session *session)
{
    snprintf(session->user, sizeof session->user, "%s", session->argument);
    return done;
}

int check_password(struct session *session)
{
    bool right = may_log_in(session->user, session->argument);
    memset(session->argument, 0, strlen(session->argument));
    if (right)
        return done;
    ps_log(1, "wrong password for `%s`", session->user);
    ps_sleep(wrong_password_delay(session->wrong_passwords++));
    return session->wrong_passwords < MOST_WRONG_PASSWORDS ? failed : late;
}

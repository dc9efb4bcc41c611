/* Who the client is. */
#include <stdio.h>
#include <string.h>

#include "accounts.h"
#include "init.h"

enum { MOST_WRONG_PASSWORDS = 3 };

int name_user(struct session *session)
{
    snprintf(session->user, sizeof session->user, "%s", session->argument);
    for (char *at = session->user; *at != '\0'; at++)
        *at = (unsigned char)*at < ' ' ? '?' : *at; /* no client may write lines of its own into the log */
    return done;
}

int check_password(struct session *session)
{
    bool right = may_log_in(session->user, session->argument);
    memset(session->argument, 0, strlen(session->argument));
    if (right)
        return done;
    flush(session); /* earlier replies need not wait */
    ps_log(1, "wrong password for `%s`", session->user);
    leave_client_processor(session);
    ps_sleep(wrong_password_delay(session->wrong_passwords++));
    return session->wrong_passwords < MOST_WRONG_PASSWORDS ? failed : late;
}

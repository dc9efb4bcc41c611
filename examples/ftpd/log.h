/* The log: who did what, when and from where, with what result.  Clients cannot write lines of their own into it. */
#ifndef FTPD_LOG_H
#define FTPD_LOG_H

#include <stdbool.h>

#include "addresses.h"

struct session;

enum log_form { LOG_TEXT, LOG_JSON, LOG_XFERLOG };

/* Into a file, or to the standard error output if it is NULL: there only wrong passwords and refused connections are
 * told.  A file gets logins, transfers and changes as well, or all commands.  False if it cannot be opened. */
bool open_log(const char *file, enum log_form form, bool all_commands);

/* What a session is asked; then the answer, if it is to be told. */
void log_command(struct session *session, int event);
void log_reply(const struct session *session, int code, const char *words);

/* A connection that was refused at once; of many such, one a second is told, with their number. */
void log_refusal(const address *from);

#endif

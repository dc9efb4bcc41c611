/* Who may log in: anybody, or those in a file of names and salted hashes. */
#ifndef FTPD_ACCOUNTS_H
#define FTPD_ACCOUNTS_H

#include <stdbool.h>

/* Without a file anybody may log in.  False if the file cannot be read. */
bool use_accounts(const char *file);

/* Whether somebody may log in.  It takes the same time for names that do not exist. */
bool may_log_in(const char *name, const char *password);

/* Read a password from the standard input and write its hash. */
bool write_hash(void);

#endif

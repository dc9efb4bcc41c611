/* The files that are served: nothing outside the root directory can be reached, neither by `..` nor by links. */
#ifndef FTPD_ROOT_H
#define FTPD_ROOT_H

#include <stdbool.h>
#include <sys/types.h>

bool use_root(const char *directory);

/* Whether we may; this may change with our user. */
bool can_read_root(void);

/* A descriptor for a path, or -1; the path is one of paths.h. */
int open_beneath(const char *path, int flags, mode_t mode);

/* The directory in which a path ends, and the last name of the path; -1 for the root itself. */
int open_parent(const char *path, const char **name);

/* For tests: do without openat2, which only newer systems have. */
void walk_without_openat2(bool really);

#endif

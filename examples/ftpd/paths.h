/* Paths as clients see them: absolute, / is the root of the server, without `.` and `..`. */
#ifndef FTPD_PATHS_H
#define FTPD_PATHS_H

#include <stdbool.h>
#include <stddef.h>

enum { PATH_SIZE = 1024 };

/* The path that a client means by a name in a directory; false if it is too long. */
bool resolve_path(char path[PATH_SIZE], const char *directory, const char *name);

/* A path in quotation marks, with those inside doubled. */
void write_quoted(char *text, size_t size, const char *path);

#endif

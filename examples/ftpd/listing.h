/* Lists of files, in the forms that clients know. */
#ifndef FTPD_LISTING_H
#define FTPD_LISTING_H

#include <dirent.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>
#include <time.h>

enum form { LONG_FORM, NAMES_ONLY, FACTS };

/* A line for one file, with its end; the value is its size, 0 if there is no room or nothing to say. */
size_t list_line(char *text, size_t size, enum form form, const char *prefix, const char *name,
                 const struct stat *status, time_t now);

/* The files of a directory. */
struct list {
    DIR *directory;
    const char *path, *prefix; /* inside the root; put before each name if only names are listed */
    enum form form;
};

/* The lines for its next files; 0 at the end. */
size_t list_next(char *text, size_t size, const struct list *list);

/* 20240131235959 */
void write_time(char text[16], time_t when);

#endif

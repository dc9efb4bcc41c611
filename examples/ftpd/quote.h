/* Texts of clients, where they must not look like something else. */
#ifndef FTPD_QUOTE_H
#define FTPD_QUOTE_H

#include <stddef.h>

/* A text between quotation marks, cut where there is no more room; the value is its length.  Control characters, bytes
 * that are no characters, and what turns the direction of a line are written as `\u` and four digits. */
size_t quote(char *room, size_t size, const char *text);

#endif

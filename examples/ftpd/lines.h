/* Lines of the control connection, assembled from pieces of any size. */
#ifndef FTPD_LINES_H
#define FTPD_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_SIZE = 2048 };

struct lines {
    unsigned char buffer[LINE_SIZE];
    size_t start, end;
    bool skipping; /* the line was too long, and its end has not come yet */
};

enum line { LINE_NONE, LINE_READY, LINE_TOO_LONG };

/* Where more input can be stored, and how much; then how much was stored. */
unsigned char *lines_room(struct lines *lines, size_t *size);
void lines_filled(struct lines *lines, size_t size);

/* The next whole line, without its end and without telnet commands.  A NUL stands for a newline in a name. */
enum line next_line(struct lines *lines, char **line);

/* Whether a whole line with this command waits, perhaps after others. */
bool has_command(struct lines *lines, const char *command);

/* Remove that line. */
void remove_command(struct lines *lines, const char *command);

/* Whether there is no more room. */
bool lines_full(const struct lines *lines);

/* The event that a line stands for, and the argument of its command. */
int event_of(char *line, char **argument);

/* The command that an event stands for; `-` if there is none. */
const char *name_of_event(int event);

#endif

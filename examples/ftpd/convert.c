/* Text and records, between files and the network. */
#include "convert.h"

enum { ESCAPE = 255, END_OF_RECORD = 1, END_OF_FILE = 2, END_OF_BOTH = 3 };

size_t to_network(const struct converter *converter, const unsigned char *from, size_t size, unsigned char *to)
{
    size_t used = 0;
    for (size_t at = 0; at < size; at++) {
        if (from[at] == '\n') {
            to[used++] = converter->records ? ESCAPE : '\r';
            to[used++] = converter->records ? END_OF_RECORD : '\n';
        } else {
            if (converter->records && from[at] == ESCAPE)
                to[used++] = ESCAPE;
            to[used++] = from[at];
        }
    }
    return used;
}

size_t end_to_network(const struct converter *converter, unsigned char *to)
{
    if (!converter->records)
        return 0;
    to[0] = ESCAPE;
    to[1] = END_OF_FILE;
    return 2;
}

static size_t text_to_file(struct converter *converter, unsigned char byte, unsigned char *to)
{
    size_t used = 0;
    if (converter->held && byte != '\n')
        to[used++] = '\r';
    converter->held = byte == '\r';
    if (!converter->held)
        to[used++] = byte;
    return used;
}

static size_t record_to_file(struct converter *converter, unsigned char byte, unsigned char *to)
{
    if (!converter->held && byte == ESCAPE) {
        converter->held = true;
        return 0;
    }
    if (!converter->held) {
        *to = byte;
        return 1;
    }
    converter->held = false;
    converter->ended = byte == END_OF_FILE || byte == END_OF_BOTH;
    *to = byte == END_OF_RECORD || byte == END_OF_BOTH ? '\n' : byte;
    return byte != END_OF_FILE;
}

size_t to_file(struct converter *converter, const unsigned char *from, size_t size, unsigned char *to)
{
    size_t used = 0;
    for (size_t at = 0; at < size && !converter->ended; at++)
        used += converter->records ? record_to_file(converter, from[at], to + used)
                                   : text_to_file(converter, from[at], to + used);
    return used;
}

size_t end_to_file(struct converter *converter, unsigned char *to)
{
    if (converter->records || !converter->held)
        return 0;
    *to = '\r';
    return 1;
}

/* Texts of clients, where they must not look like something else. */
#include "quote.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The character at the beginning of a text, and how many bytes it has; 0: these bytes are none. */
static unsigned decode(const unsigned char *text, int *size)
{
    static const struct {
        unsigned mask, head, least;
    } shapes[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    for (*size = 1; *size <= 4; (*size)++) {
        if ((text[0] & shapes[*size - 1].mask) != shapes[*size - 1].head)
            continue;
        unsigned found = text[0] & ~shapes[*size - 1].mask & 0xff;
        for (int place = 1; place < *size; place++) {
            if ((text[place] & 0xc0) != 0x80)
                return 0;
            found = found << 6 | (text[place] & 0x3f);
        }
        bool right = found >= shapes[*size - 1].least && found <= 0x10ffff && (found < 0xd800 || found > 0xdfff);
        return right ? found : 0;
    }
    return 0;
}

/* What could end a line, or change how it looks. */
static bool is_treacherous(unsigned character)
{
    return character < 0x20 || (character >= 0x7f && character < 0xa0) || character == '"' || character == '\\' ||
           (character >= 0x200b && character <= 0x200f) || (character >= 0x2028 && character <= 0x202e) ||
           (character >= 0x2060 && character <= 0x206f) || character == 0x061c || character == 0xfeff;
}

size_t quote(char *room, size_t size, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    size_t used = 0;
    room[used++] = '"';
    while (*at != '\0' && used + 8 < size) { /* room for an escape, the end and a NUL */
        int bytes;
        unsigned character = decode(at, &bytes);
        if (character != 0 && !is_treacherous(character)) {
            memcpy(room + used, at, (size_t)bytes);
            used += (size_t)bytes;
        } else {
            bytes = character != 0 ? bytes : 1;
            used += (size_t)sprintf(room + used, "\\u%04x", character != 0 ? character : *at);
        }
        at += bytes;
    }
    room[used++] = '"';
    room[used] = '\0';
    return used;
}

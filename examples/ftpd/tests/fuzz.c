/* The parser of commands, and what reads their arguments, with any bytes in any pieces (libFuzzer). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "addresses.h"
#include "convert.h"
#include "init.h"
#include "lines.h"
#include "paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use_argument(const char *argument)
{
    address found;
    char path[PATH_SIZE], text[PATH_SIZE * 2 + 8];
    read_port(argument, &found);
    if (read_extended_port(argument, &found))
        unmap_ipv4(&found);
    if (resolve_path(path, "/some/where", argument)) {
        if (path[0] != '/' || strstr(path, "/../") != NULL || strstr(path, "//") != NULL)
            abort();
        write_quoted(text, sizeof text, path);
    }
}

/* What goes to the network and comes back is the same. */
static void convert_back(const uint8_t *data, size_t size, bool records)
{
    static unsigned char there[3 * 4096], back[3 * 4096];
    struct converter converter = {.records = records};
    size = size < 4096 ? size : 4096;
    size_t sent = to_network(&converter, data, size, there);
    sent += end_to_network(&converter, there + sent);
    size_t got = to_file(&converter, there, sent, back);
    got += end_to_file(&converter, back + got);
    if (got != size || memcmp(data, back, size) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct lines lines;
    char *line, *argument;
    size_t piece = size > 0 ? 1 + data[0] * 16u : 1;
    memset(&lines, 0, sizeof lines);
    for (size_t at = 0; at < size;) {
        size_t room;
        unsigned char *place = lines_room(&lines, &room);
        if (room == 0)
            abort(); /* nothing could ever be read again */
        room = room < piece ? room : piece;
        room = room < size - at ? room : size - at;
        memcpy(place, data + at, room);
        lines_filled(&lines, room);
        at += room;
        if (has_command(&lines, "ABOR"))
            remove_command(&lines, "ABOR");
        for (enum line found; (found = next_line(&lines, &line)) != LINE_NONE;)
            if (found == LINE_READY) {
                if (event_of(line, &argument) == 0)
                    abort();
                use_argument(argument);
            }
    }
    convert_back(data, size, false);
    convert_back(data, size, true);
    return 0;
}

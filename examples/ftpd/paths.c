/* Paths as clients see them. */
#include "paths.h"

#include <string.h>

/* Append one component to a path of some length; the value is the new length, 0 if there is no room. */
static size_t append_component(char *path, size_t length, const char *part, size_t size)
{
    if (size == 0 || (size == 1 && part[0] == '.'))
        return length;
    if (size == 2 && part[0] == '.' && part[1] == '.') {
        while (length > 1 && path[--length] != '/')
            continue;
        return length;
    }
    size_t begin = length > 1 ? length : 0;
    if (begin + 1 + size >= PATH_SIZE)
        return 0;
    path[begin] = '/';
    memcpy(path + begin + 1, part, size);
    return begin + 1 + size;
}

/* Append all components of a text. */
static size_t append_components(char *path, size_t length, const char *text)
{
    while (length > 0 && *text != '\0') {
        size_t size = strcspn(text, "/");
        length = append_component(path, length, text, size);
        text += size + (text[size] == '/');
    }
    return length;
}

bool resolve_path(char path[PATH_SIZE], const char *directory, const char *name)
{
    size_t length = 1;
    path[0] = '/';
    if (name[0] != '/')
        length = append_components(path, length, directory);
    if (length > 0)
        length = append_components(path, length, name);
    path[length] = '\0';
    return length > 0;
}

void write_quoted(char *text, size_t size, const char *path)
{
    size_t used = 0;
    text[used++] = '"';
    for (; *path != '\0' && used + 4 < size; path++) {
        if (*path == '"')
            text[used++] = '"';
        text[used++] = *path;
    }
    text[used++] = '"';
    text[used] = '\0';
}

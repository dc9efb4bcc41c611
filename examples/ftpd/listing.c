/* Lists of files. */
#define _GNU_SOURCE
#include "listing.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "paths.h"
#include "root.h"

enum { HALF_A_YEAR = 182 * 24 * 3600, LONGEST_LINE = 1024 + 512 };

void write_time(char text[16], time_t when)
{
    struct tm parts;
    if (gmtime_r(&when, &parts) == NULL || strftime(text, 16, "%Y%m%d%H%M%S", &parts) == 0)
        strcpy(text, "19700101000000");
}

static void write_mode(char text[11], mode_t mode)
{
    const char letters[] = "rwxrwxrwx";
    text[0] = S_ISDIR(mode) ? 'd' : S_ISLNK(mode) ? 'l' : '-';
    for (int place = 0; place < 9; place++)
        text[place + 1] = (mode & (0400u >> place)) != 0 ? letters[place] : '-';
    text[10] = '\0';
}

static int long_line(char *text, size_t size, const char *name, const struct stat *status, time_t now)
{
    char mode[11], when[32];
    struct tm parts = {0};
    bool recent = status->st_mtime <= now && now - status->st_mtime < HALF_A_YEAR;
    write_mode(mode, status->st_mode);
    gmtime_r(&status->st_mtime, &parts);
    strftime(when, sizeof when, recent ? "%b %e %H:%M" : "%b %e  %Y", &parts);
    return snprintf(text, size, "%s %3lu ftp      ftp      %12lld %s %s\r\n", mode, (unsigned long)status->st_nlink,
                    (long long)status->st_size, when, name);
}

static int facts_line(char *text, size_t size, const char *name, const struct stat *status)
{
    char when[16];
    write_time(when, status->st_mtime);
    if (S_ISDIR(status->st_mode))
        return snprintf(text, size, "type=dir;modify=%s; %s\r\n", when, name);
    return snprintf(text, size, "type=%s;size=%lld;modify=%s; %s\r\n",
                    S_ISLNK(status->st_mode) ? "OS.unix=symlink" : "file", (long long)status->st_size, when, name);
}

/* A newline ends a line of a list: in a name, NUL stands for it. */
static void encode_newlines(char *text, size_t size)
{
    for (size_t at = 0; at + 2 < size; at++)
        if (text[at] == '\n')
            text[at] = '\0';
}

size_t list_line(char *text, size_t size, enum form form, const char *prefix, const char *name,
                 const struct stat *status, time_t now)
{
    int used;
    if (form == LONG_FORM)
        used = long_line(text, size, name, status, now);
    else if (form == FACTS)
        used = facts_line(text, size, name, status);
    else
        used = snprintf(text, size, "%s%s\r\n", prefix, name);
    if (used < 0 || (size_t)used >= size)
        return 0;
    encode_newlines(text, (size_t)used);
    return (size_t)used;
}

/* A link is listed as its target; one that leads outside of the root, or nowhere, stays a link. */
static void follow_link(const char *path, const char *name, struct stat *status)
{
    char target[PATH_SIZE];
    struct stat there;
    if (!resolve_path(target, path, name))
        return;
    int found = open_beneath(target, O_PATH, 0);
    if (found >= 0 && fstat(found, &there) == 0)
        *status = there;
    if (found >= 0)
        close(found);
}

/* Files, directories and links: nothing else can be transferred. */
static bool is_listed(const struct list *list, const char *name, struct stat *status)
{
    if (strcmp(name, ".") == 0 || strcmp(name, "..") == 0)
        return false;
    if (list->form == NAMES_ONLY)
        return true;
    if (fstatat(dirfd(list->directory), name, status, AT_SYMLINK_NOFOLLOW) != 0)
        return false;
    if (S_ISLNK(status->st_mode))
        follow_link(list->path, name, status);
    return S_ISREG(status->st_mode) || S_ISDIR(status->st_mode) || S_ISLNK(status->st_mode);
}

size_t list_next(char *text, size_t size, const struct list *list)
{
    size_t used = 0;
    time_t now = time(NULL);
    while (size - used >= LONGEST_LINE) {
        struct stat status = {0};
        const struct dirent *entry = readdir(list->directory);
        if (entry == NULL)
            break;
        if (is_listed(list, entry->d_name, &status))
            used += list_line(text + used, size - used, list->form, list->prefix, entry->d_name, &status, now);
    }
    return used;
}

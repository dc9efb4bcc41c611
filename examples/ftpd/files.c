/* What clients ask about files and directories, and change in them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"
#include "root.h"

bool path_of(struct session *session, const char *name, char path[PATH_SIZE])
{
    if (resolve_path(path, session->directory, name))
        return true;
    set_problem(session, 553, "this name is too long");
    return false;
}

/* The status of the file that the command names; false after setting a problem. */
static bool get_status(struct session *session, char path[PATH_SIZE], struct stat *status)
{
    if (!path_of(session, session->argument, path))
        return false;
    int found = open_beneath(path, O_PATH, 0);
    if (found < 0 || fstat(found, status) != 0)
        set_error(session, 550);
    if (found >= 0)
        close(found);
    return found >= 0;
}

int tell_directory(struct session *session)
{
    write_quoted(session->words, sizeof session->words, session->directory);
    return done;
}

static int go_to(struct session *session, const char *name)
{
    char path[PATH_SIZE];
    if (!path_of(session, name, path))
        return failed;
    int found = open_beneath(path, O_PATH | O_DIRECTORY, 0);
    if (found < 0)
        return set_error(session, 550);
    close(found);
    strcpy(session->directory, path);
    return set_words(session, "%s", path);
}

int change_directory(struct session *session)
{
    return go_to(session, session->argument);
}

int change_to_parent(struct session *session)
{
    return go_to(session, "..");
}

int tell_size(struct session *session)
{
    char path[PATH_SIZE];
    struct stat status;
    if (session->text)
        return set_problem(session, 550, "only with TYPE I");
    if (!get_status(session, path, &status))
        return failed;
    if (!S_ISREG(status.st_mode))
        return set_problem(session, 550, "this is not a file");
    return set_words(session, "%lld", (long long)status.st_size);
}

int tell_time(struct session *session)
{
    char path[PATH_SIZE], when[16];
    struct stat status;
    if (!get_status(session, path, &status))
        return failed;
    write_time(when, status.st_mtime);
    return set_words(session, "%s", when);
}

int tell_facts(struct session *session)
{
    char path[PATH_SIZE], line[PATH_SIZE + 128] = " ";
    struct stat status;
    if (!get_status(session, path, &status))
        return failed;
    size_t size = list_line(line + 1, sizeof line - 1, FACTS, "", path, &status, 0);
    line[size > 0 ? size - 1 : 0] = '\0'; /* without CR LF */
    put_line(session, "250-facts");
    put_line(session, line);
    return set_words(session, "end");
}

/* A line of a list, without its end; `put_line` encodes newlines in it again. */
static void put_list_line(struct session *session, char *line, size_t size)
{
    for (size_t at = 0; at + 2 < size; at++)
        line[at] = line[at] == '\0' ? '\n' : line[at];
    line[size - 2] = '\0';
    put_line(session, line);
}

static void list_on_control(struct session *session, const struct list *list)
{
    char text[4096];
    for (size_t size; (size = list_next(text, sizeof text, list)) > 0;)
        for (char *line = text, *end; line < text + size; line = end + 1) {
            end = memchr(line, '\n', (size_t)(text + size - line));
            put_list_line(session, line, (size_t)(end + 1 - line));
        }
}

static int tell_files(struct session *session)
{
    char path[PATH_SIZE], line[PATH_SIZE + 128];
    struct stat status;
    if (!get_status(session, path, &status))
        return failed;
    int found = S_ISDIR(status.st_mode) ? open_beneath(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK, 0) : -1;
    const struct list list = {found >= 0 ? fdopendir(found) : NULL, path, "", LONG_FORM};
    if (S_ISDIR(status.st_mode) && list.directory == NULL) {
        set_error(session, 550);
        if (found >= 0)
            close(found);
        return failed;
    }
    put_line(session, "211-files:");
    if (list.directory != NULL)
        list_on_control(session, &list);
    else
        put_list_line(session, line, list_line(line, sizeof line, LONG_FORM, "", path, &status, time(NULL)));
    if (list.directory != NULL)
        closedir(list.directory);
    return set_words(session, "end");
}

int tell_status(struct session *session)
{
    if (session->argument[0] != '\0')
        return tell_files(session);
    put_line(session, "211-this session:");
    put_line(session, session->text ? " TYPE A" : " TYPE I");
    put_line(session, session->records ? " STRU R" : " STRU F");
    return set_words(session, "end");
}

/* -- changes ------------------------------------------------------------------------------------- */

static int remove_entry(struct session *session, int flags)
{
    char path[PATH_SIZE];
    const char *name;
    if (!path_of(session, session->argument, path))
        return failed;
    int parent = open_parent(path, &name);
    bool worked = parent >= 0 && unlinkat(parent, name, flags) == 0;
    if (!worked)
        set_error(session, 550);
    if (parent >= 0)
        close(parent);
    return worked ? set_words(session, "removed") : failed;
}

int delete_file(struct session *session)
{
    return remove_entry(session, 0);
}

int remove_directory(struct session *session)
{
    return remove_entry(session, AT_REMOVEDIR);
}

int make_directory(struct session *session)
{
    char path[PATH_SIZE];
    const char *name;
    if (!path_of(session, session->argument, path))
        return failed;
    int parent = open_parent(path, &name);
    bool worked = parent >= 0 && mkdirat(parent, name, 0777) == 0;
    if (worked)
        write_quoted(session->words, sizeof session->words, path);
    else
        set_error(session, 550);
    if (parent >= 0)
        close(parent);
    return worked ? done : failed;
}

int rename_from(struct session *session)
{
    struct stat status;
    return get_status(session, session->renamed, &status) ? set_words(session, "send RNTO") : failed;
}

int rename_to(struct session *session)
{
    char path[PATH_SIZE];
    const char *old_name, *new_name;
    if (!path_of(session, session->argument, path))
        return failed;
    int from = open_parent(session->renamed, &old_name), to = from >= 0 ? open_parent(path, &new_name) : -1;
    bool worked = to >= 0 && renameat(from, old_name, to, new_name) == 0;
    if (to >= 0 && !worked && errno == EXDEV)
        set_problem(session, 550, "this is another file system");
    else if (!worked)
        set_error(session, 550);
    if (from >= 0)
        close(from);
    if (to >= 0)
        close(to);
    return worked ? set_words(session, "renamed") : failed;
}

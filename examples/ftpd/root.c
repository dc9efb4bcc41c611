/* The files that are served. */
#define _GNU_SOURCE
#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "paths.h"

static int root = -1;
static bool by_hand;

bool use_root(const char *directory)
{
    int opened = open(directory, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (opened >= 0 && root >= 0)
        close(root);
    root = opened >= 0 ? opened : root;
    return opened >= 0;
}

bool can_read_root(void)
{
    int opened = openat(root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened >= 0)
        close(opened);
    return opened >= 0;
}

void walk_without_openat2(bool really)
{
    by_hand = really;
}

/* Directory by directory; none may be a link. */
static int walk_path(const char *path, int flags, mode_t mode)
{
    char part[PATH_SIZE];
    int at = root;
    for (;;) {
        size_t size = strcspn(path, "/");
        bool last = path[size] == '\0';
        memcpy(part, path, size);
        part[size] = '\0';
        int wanted = last ? flags : O_PATH | O_DIRECTORY;
        int next = openat(at, part, wanted | O_NOFOLLOW | O_CLOEXEC, last ? mode : 0);
        int reason = errno;
        if (at != root)
            close(at);
        errno = reason;
        if (next < 0 || last)
            return next;
        at = next;
        path += size + 1;
    }
}

int open_beneath(const char *path, int flags, mode_t mode)
{
    const char *inside = path[1] != '\0' ? path + 1 : ".";
    struct open_how how = {0};
    how.flags = (unsigned long long)(unsigned)(flags | O_CLOEXEC);
    how.mode = (flags & O_CREAT) != 0 ? mode : 0;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    if (by_hand)
        return walk_path(inside, flags, mode);
    int opened = (int)syscall(SYS_openat2, root, inside, &how, sizeof how);
    if (opened < 0 && (errno == ENOSYS || errno == EPERM)) {
        by_hand = errno == ENOSYS;
        return walk_path(inside, flags, mode);
    }
    return opened;
}

int open_parent(const char *path, const char **name)
{
    char directory[PATH_SIZE];
    const char *last = strrchr(path, '/');
    *name = last + 1;
    if (**name == '\0') {
        errno = EBUSY;
        return -1;
    }
    size_t size = last > path ? (size_t)(last - path) : 1;
    memcpy(directory, path, size);
    directory[size] = '\0';
    return open_beneath(directory, O_PATH | O_DIRECTORY, 0);
}

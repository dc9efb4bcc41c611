/* Programs that are started by hand find each other: the first one of a directory makes the world, the others join it.
 *
 * The first one holds a lock on a file beside the programs, which the system releases whatever happens to it.  The file
 * says which process that is and where its block of memory can be found.
 */
#define _GNU_SOURCE
#include "world.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>

enum { FIRST = 0, NOT_READY = 1, ATTEMPTS = 1000, OFTEN = 100 };

static int file = -1;

static bool lock(short kind, off_t from, off_t count, bool waits)
{
    struct flock wanted = {.l_type = kind, .l_whence = SEEK_SET, .l_start = from, .l_len = count};
    int result;
    do
        result = fcntl(file, waits ? F_SETLKW : F_SETLK, &wanted);
    while (result != 0 && errno == EINTR);
    return result == 0;
}

/* The block of the program that holds the lock, or -1 if it has just ended. */
static int block_of_the_first(void)
{
    struct flock held = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = FIRST, .l_len = 1};
    char text[64] = "", path[64];
    long program;
    int block;
    if (fcntl(file, F_GETLK, &held) != 0 || held.l_type == F_UNLCK || pread(file, text, sizeof text - 1, 0) <= 0 ||
        sscanf(text, "%ld %d", &program, &block) != 2 || program != (long)held.l_pid)
        return -1;
    snprintf(path, sizeof path, "/proc/%ld/fd/%d", program, block);
    return open(path, O_RDWR | O_CLOEXEC);
}

/* PS_NOBODY if this program is the first one, or the only one; else the block of memory of the world that it joins. */
int ps_find_world(const char *directory)
{
    char path[4200];
    snprintf(path, sizeof path, "%s/.world", directory);
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    for (int attempt = 0; file >= 0 && attempt < ATTEMPTS; attempt++) {
        if (lock(F_WRLCK, FIRST, 2, false))
            return PS_NOBODY;
        if (lock(F_RDLCK, NOT_READY, 1, true))
            lock(F_UNLCK, NOT_READY, 1, false);
        int block = block_of_the_first();
        if (block >= 0)
            return block;
    }
    return PS_NOBODY;
}

/* Others may come from now on. */
void ps_open_world(int block)
{
    char text[64];
    int length = snprintf(text, sizeof text, "%ld %d\n", (long)getpid(), block);
    if (file < 0 || pwrite(file, text, (size_t)length, 0) != length || ftruncate(file, length) != 0)
        return;
    ps_world->open = true;
    lock(F_UNLCK, NOT_READY, 1, false);
}

/* Wait for the end of a process that need not be our child. */
void ps_await_end(int program)
{
    int ending = -1;
#ifdef SYS_pidfd_open
    ending = (int)syscall(SYS_pidfd_open, program, 0);
#endif
    struct pollfd ended = {ending, POLLIN, 0};
    while (kill(program, 0) == 0 && poll(&ended, 1, ending >= 0 ? -1 : OFTEN) <= 0)
        continue;
    if (ending >= 0)
        close(ending);
}

/* Get the turn without being a process: at once if nobody has it, else when it is given away. */
void ps_await_joining_turn(void)
{
    pthread_mutex_lock(&ps_world->gate);
    bool free_turn = ps_world->idle;
    ps_world->idle = false;
    if (!free_turn) {
        ps_world->programs_joining++;
        atomic_store(&ps_world->someone_returns, true);
    }
    pthread_mutex_unlock(&ps_world->gate);
    if (!free_turn)
        ps_wait_for(&ps_world->joining_turn);
}

/* The value of a word of the command line: a number, or the name of a global variable with one value. */
bool ps_word_value(const char *word, int32_t *value)
{
    char *end;
    *value = (int32_t)strtol(word, &end, 10);
    if (*word != '\0' && *end == '\0')
        return true;
    for (int place = 0; place < ps_the_model->global_count; place++) {
        const ps_global *global = &ps_the_model->globals[place];
        if (strcmp(global->name, word) != 0)
            continue;
        if (global->size == sizeof(uint8_t))
            *value = *(uint8_t *)global->at;
        else if (global->size == sizeof(int16_t))
            *value = *(int16_t *)global->at;
        else
            *value = *(int32_t *)global->at;
        return global->size <= sizeof(int32_t);
    }
    return false;
}

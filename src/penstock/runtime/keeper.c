/* Message queues stay in the system until they are removed, and a program that is killed cannot.  So they are made
 * by a process that outlives the program: it waits for the end of the first program, removes them and ends.
 */
#define _GNU_SOURCE
#include "world.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/socket.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <unistd.h>

enum { MOST_KEPT = 1 << 15, MOST_DESCRIPTORS = 1 << 16, OFTEN = 100, NEW_QUEUE = -1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keeper = -1;

/* -- the keeper: forked from a program with threads, so it only calls what signal handlers may call ---------------- */

static int kept[MOST_KEPT];
static int kept_count;

static void make_queue(int program)
{
    int queue = kept_count < MOST_KEPT ? msgget(IPC_PRIVATE, 0600) : -1;
    if (queue != -1)
        kept[kept_count++] = queue;
    int answer[2] = {queue, queue == -1 ? errno : 0};
    (void)!write(program, answer, sizeof answer);
}

static void forget(int queue)
{
    for (int place = 0; place < kept_count; place++)
        if (kept[place] == queue)
            kept[place] = kept[--kept_count];
}

static int descriptor_of(pid_t program)
{
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, program, 0);
#else
    (void)program;
    return -1;
#endif
}

static bool close_descriptors(int first, int last)
{
#ifdef SYS_close_range
    return first > last || syscall(SYS_close_range, first, last, 0) == 0;
#else
    return first > last;
#endif
}

/* Otherwise a port that the program listens at would stay taken, and readers of its output would wait for more. */
static void close_all_but(int first, int second)
{
    int low = first < second ? first : second, high = first < second ? second : first;
    if (close_descriptors(0, low - 1) && close_descriptors(low + 1, high - 1) && close_descriptors(high + 1, INT_MAX))
        return;
    long most = sysconf(_SC_OPEN_MAX);
    for (int each = 0; each < (most < MOST_DESCRIPTORS ? (int)most : MOST_DESCRIPTORS); each++)
        if (each != first && each != second)
            close(each);
}

/* Do what is asked for, until the first program has ended. */
static void serve_requests(struct pollfd *asked, struct pollfd *ended, pid_t program)
{
    for (;;) {
        struct pollfd both[2] = {*asked, *ended};
        poll(both, 2, ended->fd < 0 ? OFTEN : -1);
        int wish;
        if (both[0].revents != 0 && read(asked->fd, &wish, sizeof wish) != sizeof wish)
            asked->fd = -1; /* the program that asks has ended, but there may be others */
        else if (both[0].revents != 0 && wish == NEW_QUEUE)
            make_queue(asked->fd);
        else if (both[0].revents != 0)
            forget(wish);
        else if (both[1].revents != 0 || (ended->fd < 0 && kill(program, 0) != 0))
            return;
    }
}

_Noreturn static void keep(int program, pid_t first)
{
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE};
    struct pollfd asked = {program, POLLIN, 0}, ended = {descriptor_of(first), POLLIN, 0};
    for (size_t place = 0; place < sizeof ignored / sizeof *ignored; place++)
        signal(ignored[place], SIG_IGN);
    setsid(); /* a signal to all of the program's group is not for the keeper */
    close_all_but(program, ended.fd);
    serve_requests(&asked, &ended, first);
    while (kept_count > 0)
        msgctl(kept[--kept_count], IPC_RMID, NULL);
    _exit(0);
}

/* -- the program ------------------------------------------------------------------------------------------------------ */

static bool has_keeper(void)
{
    int ends[2];
    if (keeper >= 0)
        return true;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
        return false;
    pid_t first = ps_world != NULL ? (pid_t)ps_world->first_program : getpid(); /* tests of actions have no world */
    pid_t started = fork();
    if (started == 0)
        keep(ends[1], first);
    close(ends[1]);
    keeper = started > 0 ? ends[0] : -1;
    if (started < 0)
        close(ends[0]);
    return started > 0;
}

int ps_keeper_new_queue(void)
{
    int wish = NEW_QUEUE, answer[2] = {-1, EAGAIN};
    pthread_mutex_lock(&lock);
    if (has_keeper() && (send(keeper, &wish, sizeof wish, MSG_NOSIGNAL) != sizeof wish ||
                         recv(keeper, answer, sizeof answer, MSG_WAITALL) != sizeof answer))
        answer[0] = -1;
    pthread_mutex_unlock(&lock);
    errno = answer[1];
    return answer[0];
}

void ps_keeper_forget(int queue)
{
    pthread_mutex_lock(&lock);
    if (keeper >= 0)
        (void)!send(keeper, &queue, sizeof queue, MSG_NOSIGNAL);
    pthread_mutex_unlock(&lock);
}

/* A client on this machine and its session take turns on one processor.
 *
 * To wake somebody up on another processor can take ten times as long as to go on on the same one, and where files are
 * small, that is most of the time.  So a session follows its client, as long as commands come quickly.  But whoever is
 * woken up is sent to a processor that is idle, unless his own is as good as that: has nothing but SCHED_IDLE to do.
 * Therefore answers are sent, and commands waited for, by an usher: a thread that is SCHED_IDLE, one on each processor,
 * for one session at a time.  The client goes on where it was, and the session after it.
 *
 * Where there is other work to do, an usher would starve.  It is not called then; and if it does starve, its session
 * goes on by itself, and nobody calls the usher for fifty times as long.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "init.h"

enum { QUICK = 5000, LATE = 2 * QUICK, SLICE = 100 /* microseconds */ };
enum { AWAY = 50 /* times */, ENOUGH = 8 /* quick commands, one after the other */ };
enum { MOST = 64 /* processors */, STACK = 1 << 17 };

/* So many times those that run may not be more than the processors.  Tests want ushers on busy machines, too: 0. */
#ifndef BUSY
#define BUSY 2
#endif

/* Of a call: nobody has heard it yet; the usher works, or waits for the client; it is done; the session was tired of it. */
enum step { CALLED, WORKING, WAITING, SERVED, LEFT };

struct usher {
    atomic_bool taken;
    bool works;
    sem_t called, served;
    atomic_int step;
    struct session *session; /* none to do nothing */
    int problem;
    long called_at, away_until;
};

static struct usher ushers[MOST]; /* of each processor; started when it is needed */
static cpu_set_t everywhere;
static int load = -1;

void allow_turns(void)
{
    if (sched_getaffinity(0, sizeof everywhere, &everywhere) == 0 && CPU_COUNT(&everywhere) > 1)
        load = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
}

static long microseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Whether half of the processors have nothing to do, now that we run. */
static bool is_quiet(void)
{
    char text[128];
    int running;
    ssize_t size = pread(load, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    return sscanf(text, "%*s %*s %*s %d/", &running) == 1 && BUSY * running <= CPU_COUNT(&everywhere);
}

static bool go_to(int processor)
{
    cpu_set_t there;
    CPU_ZERO(&there);
    CPU_SET(processor, &there);
    return sched_setaffinity(0, sizeof there, &there) == 0;
}

/* -- ushers ---------------------------------------------------------------------------------------- */

/* Whoever has little weight waits for many slices, so these shall be short; older systems do not know how. */
static void be_humble(void)
{
    struct sched_param none = {0};
    struct {
        uint32_t size, policy;
        uint64_t flags;
        int32_t nice;
        uint32_t priority;
        uint64_t slice, deadline, period;
    } wanted = {.size = sizeof wanted, .policy = SCHED_OTHER, .slice = SLICE * 1000};
    syscall(SYS_sched_setattr, 0, &wanted, 0);
    sched_setscheduler(0, SCHED_IDLE, &none);
}

static bool goes_on(struct usher *usher, int from, enum step to)
{
    return atomic_compare_exchange_strong(&usher->step, &from, (int)to);
}

/* Send the answers, and take in what comes soon: 0, EAGAIN if nothing does, or what the problem is.  False if the
 * session has gone on by itself; from then on it is not touched. */
static bool usher_session(struct usher *usher)
{
    struct session *session = usher->session;
    if (!goes_on(usher, CALLED, WORKING))
        return false;
    if (session == NULL)
        return true;
    struct pollfd watched = {session->control, POLLIN, 0};
    flush(session);
    usher->problem = receive(session, MSG_DONTWAIT);
    if (usher->problem != EAGAIN)
        return true;
    atomic_store(&usher->step, WAITING);
    poll(&watched, 1, QUICK / 1000);
    if (!goes_on(usher, WAITING, WORKING))
        return false;
    usher->problem = receive(session, MSG_DONTWAIT);
    return true;
}

static void *serve(void *place)
{
    struct usher *usher = place;
    pthread_setname_np(pthread_self(), "usher");
    be_humble();
    go_to((int)(usher - ushers));
    for (;;) {
        while (sem_wait(&usher->called) != 0)
            continue;
        bool served = usher_session(usher);
        long now = microseconds_now(), since = now - usher->called_at;
        if (since > LATE)
            usher->away_until = now + AWAY * since;
        if (served) {
            atomic_store(&usher->step, SERVED);
            sem_post(&usher->served);
        } else
            atomic_store(&usher->taken, false);
    }
    return NULL;
}

static bool start(struct usher *usher)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sem_init(&usher->called, 0, 0);
    sem_init(&usher->served, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, serve, usher) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* -- sessions -------------------------------------------------------------------------------------- */

static void leave(struct session *session)
{
    sched_setaffinity(0, sizeof everywhere, &everywhere);
    session->usher = NULL;
}

void part(struct session *session)
{
    struct usher *usher = session->usher;
    if (usher == NULL)
        return;
    leave(session);
    atomic_store(&usher->taken, false);
}

/* Wait for an usher: false if it does not come. */
static bool is_served(struct usher *usher)
{
    for (;;) {
        long limit = microseconds_now() + LATE;
        struct timespec until = {limit / 1000000, limit % 1000000 * 1000};
        if (sem_clockwait(&usher->served, CLOCK_MONOTONIC, &until) == 0)
            return atomic_load(&usher->step) == SERVED;
        if (errno == ETIMEDOUT && (goes_on(usher, CALLED, LEFT) || goes_on(usher, WAITING, LEFT)))
            return false;
    }
}

/* What comes of it; EAGAIN if the session has to go on by itself. */
static int call_usher(struct session *session, bool really)
{
    struct usher *usher = session->usher;
    usher->session = really ? session : NULL;
    usher->problem = 0;
    usher->called_at = microseconds_now();
    atomic_store(&usher->step, CALLED);
    sem_post(&usher->called);
    if (!is_served(usher)) {
        leave(session); /* whenever the usher finds out, it is free again */
        return EAGAIN;
    }
    int problem = usher->problem;
    if (microseconds_now() < usher->away_until)
        part(session);
    return problem;
}

/* To the processor that the last command came from, if it has an usher for us. */
static void join(struct session *session)
{
    int processor = -1;
    socklen_t size = sizeof processor;
    getsockopt(session->control, SOL_SOCKET, SO_INCOMING_CPU, &processor, &size);
    bool allowed = processor >= 0 && processor < MOST && CPU_ISSET(processor, &everywhere);
    struct usher *usher = allowed ? &ushers[processor] : NULL;
    if (usher == session->usher)
        return;
    part(session);
    if (usher == NULL || !is_quiet() || atomic_exchange(&usher->taken, true))
        return;
    usher->works = usher->works || start(usher);
    if (!usher->works || microseconds_now() < usher->away_until || !go_to(processor)) {
        atomic_store(&usher->taken, false);
        return;
    }
    /* First it uses up its share by doing nothing.  Where others are behind in theirs, who goes to sleep stays on the
     * processor's list for a while, and such a processor does not count as idle. */
    session->usher = usher;
    call_usher(session, false);
}

int answer_and_wait(struct session *session)
{
    long begin = microseconds_now();
    int problem = session->usher != NULL ? call_usher(session, true) : EAGAIN;
    if (problem == EAGAIN) {
        part(session);
        flush(session);
        problem = receive(session, 0);
    }
    session->quick = microseconds_now() - begin <= QUICK ? session->quick + 1 : 0;
    if (problem == 0 && load >= 0 && session->near && session->quick > ENOUGH)
        join(session);
    return problem;
}

/* A client on this machine and its session take turns on one processor.
 *
 * Waking a thread on another processor can take ten times as long as going on on the same one, and with small files
 * that is most of the time.  So a session follows its client as long as commands come quickly.  But a thread that is
 * woken is sent to an idle processor, unless its own counts as idle: it runs nothing but SCHED_IDLE threads.
 * Therefore replies are sent, and commands waited for, by a helper: a SCHED_IDLE thread, one on each processor, which
 * serves one session at a time.  The client goes on where it was, and the session after it.
 *
 * Where there is other work to do, a helper would starve.  It is not called then; and if it does starve, its session
 * goes on by itself, and nobody calls the helper for fifty times as long.
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

/* This many times the running threads must not exceed the processors.  Tests want helpers on busy machines too: 0. */
#ifndef BUSY
#define BUSY 2
#endif

/* Of a call: not heard yet; the helper works; it waits for the client; it is done; the session went on without it. */
enum step { CALLED, WORKING, WAITING, SERVED, LEFT };

struct helper {
    atomic_bool taken;
    bool works;
    sem_t called, served;
    atomic_int step;
    struct session *session; /* NULL: there is nothing to do */
    int problem;
    long called_at, away_until;
};

static struct helper helpers[MOST]; /* of each processor; started when it is needed */
static cpu_set_t all_processors;
static int load = -1;

void allow_shared_processors(void)
{
    if (sched_getaffinity(0, sizeof all_processors, &all_processors) == 0 && CPU_COUNT(&all_processors) > 1)
        load = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
}

static long microseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

/* Whether half of the processors have nothing to do, now that we run. */
static bool has_idle_processors(void)
{
    char text[128];
    int running;
    ssize_t size = pread(load, text, sizeof text - 1, 0);
    text[size > 0 ? size : 0] = '\0';
    return sscanf(text, "%*s %*s %*s %d/", &running) == 1 && BUSY * running <= CPU_COUNT(&all_processors);
}

static bool pin_to(int processor)
{
    cpu_set_t there;
    CPU_ZERO(&there);
    CPU_SET(processor, &there);
    return sched_setaffinity(0, sizeof there, &there) == 0;
}

/* -- helpers ---------------------------------------------------------------------------------------- */

/* A thread of little weight waits for many slices, so they should be short; older systems cannot set that. */
static void use_idle_priority(void)
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

static bool advance(struct helper *helper, int from, enum step to)
{
    return atomic_compare_exchange_strong(&helper->step, &from, (int)to);
}

/* Send the replies, and read what comes soon: 0, EAGAIN if nothing does, or an error number.  False if the
 * session has gone on by itself; from then on it is not touched. */
static bool serve_session(struct helper *helper)
{
    struct session *session = helper->session;
    if (!advance(helper, CALLED, WORKING))
        return false;
    if (session == NULL)
        return true;
    struct pollfd watched = {session->control, POLLIN, 0};
    flush(session);
    helper->problem = receive(session, MSG_DONTWAIT);
    if (helper->problem != EAGAIN)
        return true;
    atomic_store(&helper->step, WAITING);
    poll(&watched, 1, QUICK / 1000);
    if (!advance(helper, WAITING, WORKING))
        return false;
    helper->problem = receive(session, MSG_DONTWAIT);
    return true;
}

static void *run_helper(void *place)
{
    struct helper *helper = place;
    pthread_setname_np(pthread_self(), "helper");
    use_idle_priority();
    pin_to((int)(helper - helpers));
    for (;;) {
        while (sem_wait(&helper->called) != 0)
            continue;
        bool served = serve_session(helper);
        long now = microseconds_now(), since = now - helper->called_at;
        if (since > LATE)
            helper->away_until = now + AWAY * since;
        if (served) {
            atomic_store(&helper->step, SERVED);
            sem_post(&helper->served);
        } else
            atomic_store(&helper->taken, false);
    }
    return NULL;
}

static bool start_helper(struct helper *helper)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sem_init(&helper->called, 0, 0);
    sem_init(&helper->served, 0, 0);
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    bool started = pthread_create(&thread, &attributes, run_helper, helper) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

/* -- sessions -------------------------------------------------------------------------------------- */

static void return_to_all_processors(struct session *session)
{
    sched_setaffinity(0, sizeof all_processors, &all_processors);
    session->helper = NULL;
}

void leave_client_processor(struct session *session)
{
    struct helper *helper = session->helper;
    if (helper == NULL)
        return;
    return_to_all_processors(session);
    atomic_store(&helper->taken, false);
}

/* Wait for a helper: false if it does not come. */
static bool await_helper(struct helper *helper)
{
    for (;;) {
        long limit = microseconds_now() + LATE;
        struct timespec until = {limit / 1000000, limit % 1000000 * 1000};
        if (sem_clockwait(&helper->served, CLOCK_MONOTONIC, &until) == 0)
            return atomic_load(&helper->step) == SERVED;
        if (errno == ETIMEDOUT && (advance(helper, CALLED, LEFT) || advance(helper, WAITING, LEFT)))
            return false;
    }
}

/* The result; EAGAIN if the session has to go on by itself. */
static int call_helper(struct session *session, bool really)
{
    struct helper *helper = session->helper;
    helper->session = really ? session : NULL;
    helper->problem = 0;
    helper->called_at = microseconds_now();
    atomic_store(&helper->step, CALLED);
    sem_post(&helper->called);
    if (!await_helper(helper)) {
        return_to_all_processors(session); /* the helper becomes free as soon as it notices */
        return EAGAIN;
    }
    int problem = helper->problem;
    if (microseconds_now() < helper->away_until)
        leave_client_processor(session);
    return problem;
}

/* To the processor that the last command came from, if it has a free helper. */
static void share_client_processor(struct session *session)
{
    int processor = -1;
    socklen_t size = sizeof processor;
    getsockopt(session->control, SOL_SOCKET, SO_INCOMING_CPU, &processor, &size);
    bool allowed = processor >= 0 && processor < MOST && CPU_ISSET(processor, &all_processors);
    struct helper *helper = allowed ? &helpers[processor] : NULL;
    if (helper == session->helper)
        return;
    leave_client_processor(session);
    if (helper == NULL || !has_idle_processors() || atomic_exchange(&helper->taken, true))
        return;
    helper->works = helper->works || start_helper(helper);
    if (!helper->works || microseconds_now() < helper->away_until || !pin_to(processor)) {
        atomic_store(&helper->taken, false);
        return;
    }
    /* First the helper uses up its share by doing nothing.  Where others are behind in theirs, a thread that goes to sleep
     * stays on the processor's list for a while, and such a processor does not count as idle. */
    session->helper = helper;
    call_helper(session, false);
}

int answer_and_wait(struct session *session)
{
    long begin = microseconds_now();
    int problem = session->helper != NULL ? call_helper(session, true) : EAGAIN;
    if (problem == EAGAIN) {
        leave_client_processor(session);
        flush(session);
        problem = receive(session, 0);
    }
    session->quick = microseconds_now() - begin <= QUICK ? session->quick + 1 : 0;
    if (problem == 0 && load >= 0 && session->near && session->tls == NULL && session->quick > ENOUGH)
        share_client_processor(session);
    return problem;
}

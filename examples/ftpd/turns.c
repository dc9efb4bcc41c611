/* A client on this machine and its session take turns on one processor.
 *
 * To wake somebody up on another processor can take ten times as long as to go on on the same one, and where files are
 * small, that is most of the time.  So a session follows its client, as long as commands come quickly.  But whoever is
 * woken up is sent to a processor that is idle, unless his own is as good as that: has nothing but SCHED_IDLE to do.
 * Therefore answers are sent, and commands waited for, by an usher: a thread that is SCHED_IDLE, one on each processor,
 * for one session at a time.  The client goes on where it was, and the session after it.
 *
 * On a busy processor an usher may starve.  Its session notices, and does without for fifty times as long.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>

#include "init.h"

enum { QUICK = 5000 /* microseconds */, AWAY = 50, MOST = 64 /* processors */, STACK = 1 << 17 };

struct usher {
    atomic_bool taken;
    bool works;
    sem_t called, served;
    struct session *session; /* none to do nothing */
    int problem;
};

static struct usher ushers[MOST]; /* of each processor; started when it is needed */
static cpu_set_t everywhere;
static bool possible;

void allow_turns(void)
{
    possible = sched_getaffinity(0, sizeof everywhere, &everywhere) == 0 && CPU_COUNT(&everywhere) > 1;
}

static long microseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static bool go_to(int processor)
{
    cpu_set_t there;
    CPU_ZERO(&there);
    CPU_SET(processor, &there);
    return sched_setaffinity(0, sizeof there, &there) == 0;
}

/* EAGAIN if the client takes its time. */
static int receive_soon(struct session *session)
{
    struct pollfd watched = {session->control, POLLIN, 0};
    int problem = receive(session, MSG_DONTWAIT);
    if (problem != EAGAIN)
        return problem;
    poll(&watched, 1, QUICK / 1000);
    return receive(session, MSG_DONTWAIT);
}

static void *serve(void *place)
{
    struct usher *usher = place;
    struct sched_param none = {0};
    pthread_setname_np(pthread_self(), "usher");
    sched_setscheduler(0, SCHED_IDLE, &none);
    go_to((int)(usher - ushers));
    for (;;) {
        while (sem_wait(&usher->called) != 0)
            continue;
        if (usher->session != NULL) {
            flush(usher->session);
            usher->problem = receive_soon(usher->session);
        }
        sem_post(&usher->served);
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

void part(struct session *session)
{
    if (session->usher == NULL)
        return;
    sched_setaffinity(0, sizeof everywhere, &everywhere);
    atomic_store(&session->usher->taken, false);
    session->usher = NULL;
}

/* An usher has starved for so many microseconds. */
static void stay_away(struct session *session, long starved)
{
    session->away_until = microseconds_now() + AWAY * starved;
    part(session);
}

static int be_ushered(struct usher *usher, struct session *session)
{
    usher->session = session;
    sem_post(&usher->called);
    while (sem_wait(&usher->served) != 0)
        continue;
    return usher->problem;
}

/* To the processor that the last command came from, if its usher is free. */
static void join(struct session *session)
{
    int processor = -1;
    socklen_t size = sizeof processor;
    getsockopt(session->control, SOL_SOCKET, SO_INCOMING_CPU, &processor, &size);
    struct usher *usher = processor >= 0 && processor < MOST ? &ushers[processor] : NULL;
    if (usher == session->usher)
        return;
    part(session);
    if (usher == NULL || atomic_exchange(&usher->taken, true))
        return;
    usher->works = usher->works || start(usher);
    if (!usher->works || !go_to(processor)) {
        atomic_store(&usher->taken, false);
        return;
    }
    /* First it uses up its share by doing nothing.  Where others are behind in theirs, who goes to sleep stays on the
     * processor's list for a while, and such a processor does not count as idle. */
    session->usher = usher;
    long begin = microseconds_now();
    be_ushered(usher, NULL);
    if (microseconds_now() - begin > QUICK)
        stay_away(session, microseconds_now() - begin);
}

/* For how many microseconds the command has waited for us; the system's clock for this is a coarse one. */
static long has_waited(const struct session *session)
{
    struct tcp_info found;
    socklen_t size = sizeof found;
    return getsockopt(session->control, IPPROTO_TCP, TCP_INFO, &found, &size) == 0 ? found.tcpi_last_data_recv * 1000L : 0;
}

/* Something has come; how to go on depends on how long that took. */
static void settle(struct session *session, long begin)
{
    long now = microseconds_now();
    if (now - begin > QUICK && session->usher != NULL)
        stay_away(session, has_waited(session));
    else if (now - begin <= QUICK && now >= session->away_until)
        join(session);
}

int answer_and_wait(struct session *session)
{
    long begin = microseconds_now();
    int problem = session->usher != NULL ? be_ushered(session->usher, session) : EAGAIN;
    if (problem == EAGAIN) {
        part(session);
        flush(session);
        problem = receive(session, 0);
    }
    if (problem == 0 && possible && session->near)
        settle(session, begin);
    return problem;
}

/* System V message queues with a limit on waiting.
 *
 * The system has no such limit, so a clock thread puts a message of its own into a queue whose reader has waited
 * long enough; a number tells for which of its waits that was.
 */
#define _XOPEN_SOURCE 700
#include "library.h"
#include "world.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <time.h>

enum { ALARM_TYPE = 1 << 30 };

struct alarm_message {
    long type;
    unsigned long number;
};

/* A wait that has a limit. */
struct deadline {
    struct deadline *next;
    struct timespec at;
    int queue;
    unsigned long number;
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed;
static struct deadline *deadlines; /* the nearest one first */
static unsigned long last_number;

static bool is_before(const struct timespec *left, const struct timespec *right)
{
    return left->tv_sec != right->tv_sec ? left->tv_sec < right->tv_sec : left->tv_nsec < right->tv_nsec;
}

static void send_alarm(const struct deadline *due)
{
    struct alarm_message message = {ALARM_TYPE, due->number};
    msgsnd(due->queue, &message, sizeof message - sizeof message.type, IPC_NOWAIT);
}

static void *watch_clock(void *unused)
{
    pthread_mutex_lock(&lock);
    for (;;) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        if (deadlines == NULL)
            pthread_cond_wait(&changed, &lock);
        else if (is_before(&now, &deadlines->at)) {
            struct timespec until = deadlines->at;
            pthread_cond_timedwait(&changed, &lock, &until);
        } else {
            struct deadline *due = deadlines;
            deadlines = due->next;
            send_alarm(due);
        }
    }
    return unused;
}

static void start_clock(void)
{
    pthread_condattr_t attributes;
    pthread_attr_t detached;
    pthread_t thread;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&changed, &attributes);
    pthread_attr_init(&detached);
    pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
    if (pthread_create(&thread, &detached, watch_clock, NULL) != 0)
        ps_log(1, "the clock cannot be started");
}

static void set_deadline(struct deadline *mine, int queue, int milliseconds)
{
    pthread_once(&once, start_clock);
    clock_gettime(CLOCK_MONOTONIC, &mine->at);
    mine->at.tv_sec += milliseconds / 1000;
    mine->at.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (mine->at.tv_nsec >= 1000000000) {
        mine->at.tv_sec++;
        mine->at.tv_nsec -= 1000000000;
    }
    mine->queue = queue;
    pthread_mutex_lock(&lock);
    mine->number = ++last_number;
    struct deadline **place = &deadlines;
    while (*place != NULL && !is_before(&mine->at, &(*place)->at))
        place = &(*place)->next;
    mine->next = *place;
    *place = mine;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
}

static void clear_deadline(struct deadline *mine)
{
    pthread_mutex_lock(&lock);
    for (struct deadline **place = &deadlines; *place != NULL; place = &(*place)->next)
        if (*place == mine) {
            *place = mine->next;
            break;
        }
    pthread_mutex_unlock(&lock);
}

int ps_queue_new(void)
{
    int queue = ps_keeper_new_queue();
    if (queue == -1)
        ps_log(1, "cannot make a message queue: %s", strerror(errno));
    return queue;
}

void ps_queue_close(int queue)
{
    if (msgctl(queue, IPC_RMID, NULL) != 0 && errno != EINVAL && errno != EIDRM)
        ps_log(1, "cannot close message queue %d: %s", queue, strerror(errno));
    ps_keeper_forget(queue);
}

bool ps_queue_put(int queue, const void *message, size_t size)
{
    while (msgsnd(queue, message, size - sizeof(long), 0) != 0)
        if (errno != EINTR) {
            ps_log(2, "cannot send to message queue %d: %s", queue, strerror(errno));
            return false;
        }
    return true;
}

/* Receive what comes next; alarms of earlier waits are passed over. */
static enum ps_received receive_next(int queue, void *message, size_t size, unsigned long alarm_number)
{
    size_t room = size > sizeof(struct alarm_message) ? size : sizeof(struct alarm_message);
    char buffer[4096];
    if (room > sizeof buffer) {
        ps_log(1, "a message of %zu bytes is too long for a message queue", size);
        return PS_CLOSED;
    }
    for (;;) {
        if (msgrcv(queue, buffer, room - sizeof(long), 0, MSG_NOERROR) == -1) {
            if (errno == EINTR)
                continue;
            ps_log(2, "message queue %d is gone: %s", queue, strerror(errno));
            return PS_CLOSED;
        }
        struct alarm_message ringing;
        memcpy(&ringing, buffer, sizeof ringing);
        if (ringing.type != ALARM_TYPE) {
            memcpy(message, buffer, size);
            return PS_GOT;
        }
        if (ringing.number == alarm_number)
            return PS_LATE;
    }
}

enum ps_received ps_queue_get(int queue, void *message, size_t size, int milliseconds)
{
    struct deadline mine = {0};
    if (milliseconds < 0)
        return receive_next(queue, message, size, 0);
    set_deadline(&mine, queue, milliseconds);
    enum ps_received result = receive_next(queue, message, size, mine.number);
    clear_deadline(&mine);
    return result;
}

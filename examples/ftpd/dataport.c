/* Data connections: only to and from the client's own address. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "init.h"
#include "settings.h"

extern struct settings settings;

enum { FIRST_UNPRIVILEGED = 1024, MOMENT = 100000 /* nanoseconds */, LATE = 150 /* milliseconds */ };

/* A port of somebody else's is never called, nor one that belongs to the system. */
static int allowed(struct session *session, const address *target)
{
    if (!same_host(target, &session->client) || port_of(target) < FIRST_UNPRIVILEGED)
        return leave_problem(session, 504, "only to a port from 1024 on of your own address");
    session->target = *target;
    return leave_words(session, "data will go there");
}

int set_port(struct session *session)
{
    address target;
    return read_port(session->argument, &target) ? allowed(session, &target)
                                                 : leave_problem(session, 501, "this is no address");
}

int set_extended_port(struct session *session)
{
    address target;
    return read_extended_port(session->argument, &target) ? allowed(session, &target)
                                                          : leave_problem(session, 522, "this is no address (1,2)");
}

static int listening(const address *own)
{
    int made = socket(own->ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return -1;
    if (bind(made, (const struct sockaddr *)own, size_of(own)) == 0 && listen(made, 4) == 0)
        return made;
    close(made);
    return -1;
}

/* A client on the same machine can be told the port before it has begun to wait for that; curl (seen with 7.88) then
 * sleeps for as long as a second.  So clients get a moment: the first time, and always if they once came late. */
static void let_client_wait(struct session *session)
{
    struct timespec moment = {0, MOMENT};
    if (session->told == 0 || session->sleeper)
        nanosleep(&moment, NULL);
    session->told = milliseconds_now();
}

/* A new listening socket, and its address. */
static bool listens_now(struct session *session, address *own)
{
    socklen_t size = sizeof *own;
    if ((session->listener = listening(&session->own)) >= 0 &&
        getsockname(session->listener, (struct sockaddr *)own, &size) == 0) {
        let_client_wait(session);
        return true;
    }
    leave_error(session, 425);
    return false;
}

int listen_for_data(struct session *session)
{
    address own;
    char port[32];
    if (session->client.ss_family != AF_INET)
        return leave_problem(session, 425, "send EPSV: your address is no IPv4 address");
    if (!listens_now(session, &own))
        return failed;
    write_port(port, sizeof port, &own);
    return leave_words(session, "listening %s", port);
}

int listen_extended(struct session *session)
{
    address own;
    const char *wanted = session->client.ss_family == AF_INET ? "1" : "2";
    if (session->argument[0] != '\0' && strcmp(session->argument, wanted) != 0)
        return leave_problem(session, 522, "another kind of address (%s)", wanted);
    if (!listens_now(session, &own))
        return failed;
    return leave_words(session, "listening (|||%d|)", port_of(&own));
}

long milliseconds_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC_COARSE, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

time_t seconds_now(void)
{
    return milliseconds_now() / 1000;
}

/* Nothing may stand still for long, and nothing may take for ever: how many seconds to wait. */
static int patience(const struct session *session)
{
    time_t left = session->latest - seconds_now();
    return (int)(left < settings.transfer_seconds ? left : settings.transfer_seconds);
}

/* Wait until a descriptor is ready, while the client may say something: 0, `late`, `aborted` or `lost`. */
int wait_for_data(struct session *session, int descriptor, int events, bool *watch)
{
    flush(session);
    int seconds;
    while ((seconds = patience(session)) > 0) {
        struct pollfd waits[] = {{descriptor, (short)events, 0}, {session->control, POLLIN, 0}};
        int found = poll(waits, *watch ? 2 : 1, seconds * 1000);
        if (found < 0 && errno == EINTR)
            continue;
        if (found <= 0)
            return late;
        if (*watch && waits[1].revents != 0) {
            int event = interruption(session, watch);
            if (event != 0)
                return event;
        }
        if (waits[0].revents != 0)
            return 0;
    }
    return late;
}

static int accepted(struct session *session)
{
    bool watch = true;
    for (;;) {
        address from;
        socklen_t size = sizeof from;
        int data = accept4(session->listener, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (data >= 0) {
            make_plain(&from);
            if (same_host(&from, &session->client))
                return data;
            close(data); /* somebody else wanted to be first */
        } else if ((errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) ||
                   wait_for_data(session, session->listener, POLLIN, &watch) != 0)
            return -1;
    }
}

static int connected_to(struct session *session)
{
    bool watch = true;
    int problem = 0;
    socklen_t size = sizeof problem;
    int data = socket(session->target.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (data < 0)
        return -1;
    if (connect(data, (struct sockaddr *)&session->target, size_of(&session->target)) == 0)
        return data;
    if (errno == EINPROGRESS && wait_for_data(session, data, POLLOUT, &watch) == 0 &&
        getsockopt(data, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0)
        return data;
    close(data);
    return -1;
}

int open_data_connection(struct session *session)
{
    session->latest = seconds_now() + settings.longest_seconds;
    session->sleeper |= session->listener >= 0 && milliseconds_now() - session->told > LATE;
    session->data = session->listener >= 0 ? accepted(session) : connected_to(session);
    if (session->data < 0)
        return leave_problem(session, 425, "there is no data connection");
    return leave_words(session, "here it is");
}

void close_data(struct session *session)
{
    close_cargo(session);
    if (session->data >= 0)
        close(session->data);
    if (session->listener >= 0)
        close(session->listener);
    session->data = session->listener = -1;
    session->target.ss_family = AF_UNSPEC;
}

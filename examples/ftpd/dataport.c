/* Data connections: only to and from the client's own address. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "init.h"
#include "secure.h"
#include "settings.h"

enum { FIRST_UNPRIVILEGED = 1024 };

/* Never connect to another host's port, or to one that belongs to the system. */
static int set_target(struct session *session, const address *target)
{
    if (!same_host(target, &session->client) || port_of(target) < FIRST_UNPRIVILEGED)
        return set_problem(session, 504, "only to your own address, port 1024 or above");
    if (session->only_extended)
        return set_problem(session, 503, "not after EPSV ALL");
    session->target = *target;
    return set_words(session, "data will be sent there");
}

int set_port(struct session *session)
{
    address target;
    return read_port(session->argument, &target) ? set_target(session, &target)
                                                 : set_problem(session, 501, "this is not an address");
}

int set_extended_port(struct session *session)
{
    address target;
    const char *own = family_number(&session->client);
    unsigned kind;
    if (sscanf(session->argument, "%*1[^0-9]%u", &kind) == 1 && kind != (unsigned)(own[0] - '0'))
        return set_problem(session, 522, "use another kind of address (%s)", own);
    return read_extended_port(session->argument, &target) ? set_target(session, &target)
                                                          : set_problem(session, 501, "this is not an address");
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

/* How many seconds to wait: nothing may stand still for long or take forever. */
static int seconds_to_wait(const struct session *session)
{
    time_t left = session->latest - seconds_now();
    return (int)(left < settings.transfer_seconds ? left : settings.transfer_seconds);
}

/* Wait until a descriptor is ready, while the client may say something: 0, `late`, `aborted` or `lost`. */
int wait_for_data(struct session *session, int descriptor, int events)
{
    leave_client_processor(session);
    flush(session);
    int seconds, event;
    while ((event = interruption(session)) == 0 && (seconds = seconds_to_wait(session)) > 0) {
        /* Even if there is no room for commands, the client can be gone. */
        short heard = lines_full(&session->lines) ? POLLRDHUP : POLLIN;
        struct pollfd watched[] = {{descriptor, (short)events, 0}, {session->control, heard, 0}};
        int found = poll(watched, 2, seconds * 1000);
        if (found < 0 && errno == EINTR)
            continue;
        if (found <= 0)
            return late;
        if ((watched[1].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0)
            return lost;
        if (watched[0].revents != 0)
            return 0;
    }
    return event != 0 ? event : late;
}

static int accept_data(struct session *session)
{
    for (;;) {
        address from;
        socklen_t size = sizeof from;
        int data = accept4(session->listener, (struct sockaddr *)&from, &size, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (data >= 0) {
            unmap_ipv4(&from);
            if (same_host(&from, &session->client))
                return data;
            close(data); /* somebody else tried to get in first */
        } else if ((errno != EAGAIN && errno != ECONNABORTED && errno != EINTR) ||
                   wait_for_data(session, session->listener, POLLIN) != 0)
            return -1;
    }
}

static int connect_data(struct session *session)
{
    int problem = 0, yes = 1;
    socklen_t size = sizeof problem;
    int data = socket(session->target.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (data < 0)
        return -1;
    /* From the address that the client connected to, which it and its firewall expect. */
    setsockopt(data, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (bind(data, (struct sockaddr *)&session->own, size_of(&session->own)) == 0 &&
        connect(data, (struct sockaddr *)&session->target, size_of(&session->target)) == 0)
        return data;
    if (errno == EINPROGRESS && wait_for_data(session, data, POLLOUT) == 0 &&
        getsockopt(data, SOL_SOCKET, SO_ERROR, &problem, &size) == 0 && problem == 0)
        return data;
    close(data);
    return -1;
}

int open_data_connection(struct session *session)
{
    session->latest = seconds_now() + settings.longest_seconds;
    session->busy |= session->listener >= 0 && session->commands > session->told + 1;
    session->data = session->listener >= 0 ? accept_data(session) : connect_data(session);
    if (session->data < 0)
        return set_problem(session, 425, "cannot open the data connection");
    return set_words(session, "data connection open");
}

/* Closing takes longer than replying, so the client gets its reply first. */
static void close_later(struct session *session, int *descriptor)
{
    if (*descriptor >= 0)
        session->used[session->used_count++] = *descriptor;
    *descriptor = -1;
}

void close_used(struct session *session)
{
    while (session->used_count > 0)
        close(session->used[--session->used_count]);
}

void close_data(struct session *session)
{
    close_used(session); /* of the previous command, if the replies were sent together */
    if (session->list == NULL)
        close_later(session, &session->file);
    close_transfer(session);
    bool enough = settings.last_data_port - settings.first_data_port >= settings.limits.together;
    if (session->listener >= 0 && session->data >= 0 && enough) /* the client has connected, so nobody else will */
        session->kept = session->listener;
    else if (session->listener >= 0)
        close(session->listener);
    session->listener = -1;
    forget_data_protection(session);
    close_later(session, &session->data);
    session->target.ss_family = AF_UNSPEC;
}

/* PASV and EPSV: the server waits for data connections. */
#define _GNU_SOURCE
#include <errno.h>
#include <netinet/in.h>
#include <sched.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

#include "init.h"
#include "settings.h"

enum { MOMENT = 200000 /* nanoseconds */, QUEUE = 64 /* strangers must not keep the client out */ };

/* The first port to try: nobody should be able to guess the next data port. */
static int random_offset(int count)
{
    unsigned drawn = 0;
    while (getrandom(&drawn, sizeof drawn, 0) < 0 && errno == EINTR)
        continue;
    return (int)(drawn % (unsigned)count);
}

static int listen_at(const address *own)
{
    int yes = 1, made = socket(own->ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (made < 0)
        return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(made, (const struct sockaddr *)own, size_of(own)) == 0 && listen(made, QUEUE) == 0)
        return made;
    close(made);
    return -1;
}

/* The system would look for a port unused for a minute, and find none after some ten thousand files. */
static int listen_on_free_port(address *own)
{
    int count = settings.last_data_port - settings.first_data_port + 1, made = -1;
    int first = random_offset(count);
    for (int tried = 0; tried < count && made < 0; tried++) {
        set_port_of(own, settings.first_data_port + (first + tried) % count);
        made = listen_at(own);
        if (made < 0 && errno != EADDRINUSE)
            break;
    }
    return made;
}

/* Do not interrupt running threads; the price is delay on a busy machine. */
void use_batch_scheduling(bool wanted)
{
    static _Thread_local bool patient;
    struct sched_param none = {0};
    if (wanted != patient && sched_setscheduler(0, wanted ? SCHED_BATCH : SCHED_OTHER, &none) == 0)
        patient = wanted;
}

/* A client on this machine can have the answer before it has begun to wait for it.  Some that wait for several things at
 * once are confused by that: curl (seen with 7.88) sleeps for a second.  They are given a moment, the first time and
 * if they were seen to do something else before the transfer, which those that wait for one thing only do not. */
static void pause_for_client(struct session *session)
{
    struct timespec moment = {0, MOMENT};
    bool needed = session->near && (session->told == 0 || session->busy);
    use_batch_scheduling(needed);
    if (needed) {
        prctl(PR_SET_TIMERSLACK, 1); /* a short pause should be short */
        nanosleep(&moment, NULL);
    }
    session->told = session->commands;
}

void forget_port(struct session *session)
{
    if (session->kept >= 0)
        close(session->kept);
    session->kept = -1;
}

/* Whether the port of the last transfer can be used again: not if somebody else connected since. */
static bool port_is_reusable(struct session *session)
{
    int stranger = accept4(session->kept, NULL, NULL, SOCK_CLOEXEC);
    if (stranger < 0 && errno == EAGAIN)
        return true;
    if (stranger >= 0)
        close(stranger);
    forget_port(session);
    return false;
}

/* A listening socket, and its address. */
static bool start_listening(struct session *session, address *own)
{
    *own = session->own;
    pause_for_client(session);
    if (session->kept >= 0 && port_is_reusable(session)) {
        set_port_of(own, session->kept_port);
        session->listener = session->kept;
        session->kept = -1;
        return true;
    }
    session->listener = listen_on_free_port(own);
    session->kept_port = port_of(own);
    if (session->listener < 0)
        set_error(session, 425);
    return session->listener >= 0;
}

int listen_for_data(struct session *session)
{
    address own;
    char port[32];
    if (session->only_extended)
        return set_problem(session, 503, "not after EPSV ALL");
    if (session->client.ss_family != AF_INET)
        return set_problem(session, 425, "send EPSV: your address is not an IPv4 address");
    if (!start_listening(session, &own))
        return failed;
    write_port(port, sizeof port, &own);
    return set_words(session, "listening %s", port);
}

int only_extended(struct session *session)
{
    session->only_extended = true;
    return set_words(session, "only EPSV from now on");
}

int listen_extended(struct session *session)
{
    address own;
    const char *wanted = family_number(&session->client);
    if (session->argument[0] != '\0' && strcmp(session->argument, wanted) != 0)
        return set_problem(session, 522, "use another kind of address (%s)", wanted);
    if (!start_listening(session, &own))
        return failed;
    return set_words(session, "listening (|||%d|)", port_of(&own));
}

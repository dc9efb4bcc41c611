/* The beginning and the end of the server, and of sessions. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pwd.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include "accounts.h"
#include "clients.h"
#include "init.h"
#include "log.h"
#include "root.h"
#include "secure.h"
#include "settings.h"

struct settings settings;
static atomic_long sessions;

_Noreturn static void give_up(const char *what, const char *about)
{
    fprintf(stderr, "ftpd: cannot %s `%s`: %s\n", what, about, strerror(errno));
    exit(2);
}

/* An attacker must not become root. */
static void drop_privileges(const char *name)
{
    if (geteuid() != 0)
        return;
    const struct passwd *user = getpwnam(name);
    errno = EINVAL;
    if (user == NULL || user->pw_uid == 0 || setgroups(0, NULL) != 0 || setgid(user->pw_gid) != 0 ||
        setuid(user->pw_uid) != 0 || setuid(0) == 0)
        give_up("become the user", name);
}

static void handle_signals(void)
{
    struct sigaction action = {0};
    action.sa_handler = SIG_IGN;
    sigaction(SIGPIPE, &action, NULL);
    sigaction(SIGXFSZ, &action, NULL); /* a file that may not grow concerns one client only */
    action.sa_handler = stop_listening;
    action.sa_flags = SA_RESTART;
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
}

/* A session needs a few descriptors: raise the limit. */
static void allow_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur < 4096) {
        limit.rlim_cur = limit.rlim_max < 4096 ? limit.rlim_max : 4096;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
}

/* Get ready to serve; the value is whether clients may change anything. */
bool start_server(void)
{
    if (!read_settings(&settings, ps_word_count, ps_words))
        exit(2);
    if (settings.hash)
        exit(write_hash() ? 0 : 2);
    if (!open_log(settings.log, settings.log_form, settings.log_all))
        give_up("write the log", settings.log);
    if (!use_root(settings.root))
        give_up("serve", settings.root);
    if (!use_accounts(settings.accounts))
        give_up("read the accounts in", settings.accounts);
    if (settings.tls != TLS_NONE && !use_certificate(settings.tls_certificate, settings.tls_key))
        exit(2);
    int port = listen_for_clients(settings.address, settings.port);
    if (port < 0) {
        char place[128];
        snprintf(place, sizeof place, "%s port %d", settings.address, settings.port);
        give_up("listen on", place);
    }
    limit_clients(settings.limits);
    allow_descriptors();
    allow_shared_processors();
    handle_signals();
    drop_privileges(settings.user);
    if (!can_read_root())
        give_up("read, as the user that it runs as,", settings.root);
    mallopt(M_ARENA_MAX, 1);
    printf("ftpd: %s on %s port %d\n", settings.root, settings.address, port);
    fflush(stdout);
    return settings.writable;
}

int accept_client(int refused, int stopped)
{
    int connection = next_client();
    return connection >= 0 ? connection : connection == -1 ? refused : stopped;
}

void drop_all_clients(void)
{
    shut_all_clients();
}

static void limit_waiting(int socket, int option, int seconds)
{
    struct timeval limit = {seconds, 0};
    setsockopt(socket, SOL_SOCKET, option, &limit, sizeof limit);
}

void begin_session(struct session *session, int connection)
{
    int yes = 1;
    socklen_t size = sizeof session->own;
    session->connection = connection;
    session->number = atomic_fetch_add(&sessions, 1) + 1;
    session->control = client_socket(connection, &session->client);
    if (getsockname(session->control, (struct sockaddr *)&session->own, &size) != 0)
        session->own = session->client; /* the connection is broken; the next action will notice */
    unmap_ipv4(&session->own);
    set_port_of(&session->own, 0);
    session->output_size = 0;
    session->broken = session->known = false;
    session->helper = NULL;
    session->tls = session->data_tls = NULL;
    session->wrong_passwords = 0;
    session->event = 0;
    session->moved = 0;
    session->asked_at = milliseconds_now();
    session->used_count = 0;
    session->quick = 0;
    session->about[0] = '\0';
    session->listener = session->kept = session->data = session->file = -1;
    session->list = NULL;
    session->target.ss_family = AF_UNSPEC;
    session->near = same_host(&session->own, &session->client);
    use_batch_scheduling(false);
    setsockopt(session->control, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(session->control, SOL_SOCKET, SO_OOBINLINE, &yes, sizeof yes);
    limit_waiting(session->control, SO_SNDTIMEO, settings.transfer_seconds);
    begin_anew(session);
}

void begin_anew(struct session *session)
{
    session->lines.start = session->lines.end = 0;
    session->lines.skipping = session->records = session->only_extended = session->busy = false;
    session->text = true;
    session->restart = 0;
    session->commands = session->told = 0;
    session->user[0] = session->renamed[0] = '\0';
    strcpy(session->directory, "/");
    forget_port(session);
    expect_login(session);
}

void expect_login(struct session *session)
{
    if (session->known)
        forget_login(session->connection);
    session->known = false;
    session->nameless = seconds_now();
    bool sooner = settings.login_seconds < settings.idle_seconds;
    limit_waiting(session->control, SO_RCVTIMEO, sooner ? settings.login_seconds : settings.idle_seconds);
}

void welcome_user(struct session *session)
{
    session->known = true;
    limit_waiting(session->control, SO_RCVTIMEO, settings.idle_seconds);
}

void end_session(struct session *session, int connection)
{
    flush(session);
    leave_client_processor(session);
    forget_protection(session);
    forget_port(session);
    shutdown(session->control, SHUT_WR);
    forget_client(connection);
}

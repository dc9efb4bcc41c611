/* The clients that are connected. */
#define _GNU_SOURCE
#include "clients.h"

#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "runtime/library.h"

enum { MOST = 250, QUEUE = 1024, PAUSE = 50 };

/* A stranger is connected and has not logged in. */
enum standing { ABSENT, STRANGER, DISMISSED, KNOWN };

struct client {
    enum standing standing;
    int socket;
    address from;
    bool failed;    /* with a password */
    unsigned since; /* which connection it was, counted from the first */
};

static struct client clients[MOST];
static struct client_limits limits = {MOST, MOST, MOST, MOST};
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int listener = -1;
static atomic_bool stopping;

static int bind_to(const struct addrinfo *where)
{
    int yes = 1, made = socket(where->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (made < 0)
        return -1;
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(made, where->ai_addr, where->ai_addrlen) == 0 && listen(made, QUEUE) == 0)
        return made;
    close(made);
    return -1;
}

int listen_for_clients(const char *host, int port)
{
    struct addrinfo wanted = {0}, *found = NULL;
    address own;
    socklen_t size = sizeof own;
    char service[16];
    wanted.ai_socktype = SOCK_STREAM;
    wanted.ai_flags = AI_PASSIVE;
    snprintf(service, sizeof service, "%d", port);
    if (getaddrinfo(host, service, &wanted, &found) != 0) {
        errno = EADDRNOTAVAIL;
        return -1;
    }
    listener = bind_to(found);
    freeaddrinfo(found);
    return listener >= 0 && getsockname(listener, (struct sockaddr *)&own, &size) == 0 ? port_of(&own) : -1;
}

void limit_clients(struct client_limits wanted)
{
    limits = wanted;
}

void stop_listening(int signal)
{
    (void)signal;
    atomic_store(&stopping, true);
    shutdown(listener, SHUT_RDWR);
}

/* How many there are of a standing, from one network or, without `from`, in all. */
static int count_clients(enum standing least, enum standing most, const address *from)
{
    int count = 0;
    for (const struct client *client = clients; client < clients + MOST; client++)
        count += client->standing >= least && client->standing <= most &&
                 (from == NULL || same_network(&client->from, from));
    return count;
}

static int count_strangers(const address *from)
{
    return count_clients(STRANGER, STRANGER, from);
}

/* Whether the first of two strangers goes before the second: whoever is of many, then who knew no password, then who has
 * been here for longest. */
static bool goes_first(const struct client *one, const struct client *other)
{
    int more = count_strangers(&one->from) - count_strangers(&other->from);
    if (more != 0 || one->failed == other->failed)
        return more > 0 || (more == 0 && (int)(one->since - other->since) < 0);
    return one->failed;
}

/* Those who come to log in must not find the door blocked by others who do not. */
static void dismiss_stranger(const address *from)
{
    struct client *first = NULL;
    for (struct client *client = clients; client < clients + MOST; client++)
        if (client->standing == STRANGER && (from == NULL || same_network(&client->from, from)))
            first = first == NULL || goes_first(client, first) ? client : first;
    if (first != NULL) {
        first->standing = DISMISSED;
        shutdown(first->socket, SHUT_RDWR);
    }
}

/* A free place, unless there are too many in all or from this network. */
static int find_free_place(const address *from)
{
    int place = 0;
    if (count_clients(STRANGER, KNOWN, NULL) >= limits.together || count_clients(STRANGER, KNOWN, from) >= limits.from_one)
        return -1;
    while (clients[place].standing != ABSENT)
        place++;
    return place;
}

static int admit(int socket, const address *from)
{
    static unsigned count;
    pthread_mutex_lock(&gate);
    if (count_strangers(from) >= limits.strangers_from_one)
        dismiss_stranger(from);
    else if (count_strangers(NULL) >= limits.strangers)
        dismiss_stranger(NULL);
    int place = find_free_place(from);
    if (place >= 0)
        clients[place] = (struct client){STRANGER, socket, *from, false, count++};
    pthread_mutex_unlock(&gate);
    return place;
}

bool is_welcome(int connection)
{
    pthread_mutex_lock(&gate);
    bool welcome = clients[connection].standing != DISMISSED;
    pthread_mutex_unlock(&gate);
    return welcome;
}

void note_login(int connection, bool worked)
{
    pthread_mutex_lock(&gate);
    struct client *client = &clients[connection];
    client->failed = client->failed || !worked;
    if (client->standing != DISMISSED)
        client->standing = worked ? KNOWN : STRANGER;
    pthread_mutex_unlock(&gate);
}

void forget_login(int connection)
{
    pthread_mutex_lock(&gate);
    if (clients[connection].standing == KNOWN)
        clients[connection].standing = STRANGER;
    pthread_mutex_unlock(&gate);
}

static void refuse(int socket, const address *from)
{
    static const char words[] = "421 there are too many connections, come back later\r\n";
    send(socket, words, sizeof words - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(socket);
    log_refusal(from);
}

int next_client(void)
{
    address from;
    for (;;) {
        socklen_t size = sizeof from;
        int socket = accept4(listener, (struct sockaddr *)&from, &size, SOCK_CLOEXEC);
        if (socket >= 0) {
            unmap_ipv4(&from);
            int place = admit(socket, &from);
            if (place < 0)
                refuse(socket, &from);
            return place;
        }
        if (atomic_load(&stopping))
            return -2;
        if (errno != EINTR && errno != ECONNABORTED) {
            ps_log(1, "cannot accept a connection: %s", strerror(errno));
            ps_sleep(PAUSE); /* perhaps no descriptors are left: others may free some */
        }
    }
}

int client_socket(int connection, address *found)
{
    *found = clients[connection].from;
    return clients[connection].socket;
}

void forget_client(int connection)
{
    pthread_mutex_lock(&gate);
    close(clients[connection].socket);
    clients[connection].standing = ABSENT;
    pthread_mutex_unlock(&gate);
}

void shut_all_clients(void)
{
    pthread_mutex_lock(&gate);
    for (int place = 0; place < MOST; place++)
        if (clients[place].standing != ABSENT)
            shutdown(clients[place].socket, SHUT_RDWR);
    pthread_mutex_unlock(&gate);
    close(listener);
}

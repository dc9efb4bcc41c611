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

#include "runtime/library.h"

enum { MOST = 250, QUEUE = 1024, PAUSE = 50 };

static struct {
    bool taken;
    int socket;
    address from;
} clients[MOST];
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int listener = -1, most_together = MOST, most_from_one = MOST;
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

void limit_clients(int together, int from_one_address)
{
    most_together = together;
    most_from_one = from_one_address;
}

void stop_listening(int signal)
{
    (void)signal;
    atomic_store(&stopping, true);
    shutdown(listener, SHUT_RDWR);
}

/* A free place, unless there are too many in all or from this address. */
static int find_free_place(const address *from)
{
    int found = -1, together = 0, from_one = 0;
    for (int place = MOST - 1; place >= 0; place--) {
        if (!clients[place].taken)
            found = place;
        else {
            together++;
            from_one += same_host(&clients[place].from, from);
        }
    }
    return together < most_together && from_one < most_from_one ? found : -1;
}

static int admit(int socket, const address *from)
{
    pthread_mutex_lock(&gate);
    int place = find_free_place(from);
    if (place >= 0) {
        clients[place].taken = true;
        clients[place].socket = socket;
        clients[place].from = *from;
    }
    pthread_mutex_unlock(&gate);
    return place;
}

static void refuse(int socket)
{
    static const char words[] = "421 there are too many connections, come back later\r\n";
    send(socket, words, sizeof words - 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    close(socket);
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
                refuse(socket);
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
    clients[connection].taken = false;
    pthread_mutex_unlock(&gate);
}

void shut_all_clients(void)
{
    pthread_mutex_lock(&gate);
    for (int place = 0; place < MOST; place++)
        if (clients[place].taken)
            shutdown(clients[place].socket, SHUT_RDWR);
    pthread_mutex_unlock(&gate);
    close(listener);
}

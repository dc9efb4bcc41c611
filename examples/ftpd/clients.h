/* The connected clients: how many, and how many from one network. */
#ifndef FTPD_CLIENTS_H
#define FTPD_CLIENTS_H

#include <stdbool.h>

#include "addresses.h"

/* Listen; the port, or -1. */
int listen_for_clients(const char *host, int port);

/* How many are allowed, and how many of them that have not logged in. */
struct client_limits {
    int together, from_one;
    int strangers, strangers_from_one;
};
void limit_clients(struct client_limits limits);

/* A number for a new connection; -1: it was refused; -2: there will be no more. */
int next_client(void);

/* The socket and the address of a connection. */
int client_socket(int connection, address *found);

/* Whether a client was not dismissed to make room for others. */
bool is_welcome(int connection);

/* Whether a client has logged in, or tried to. */
void note_login(int connection, bool worked);
void forget_login(int connection);
void forget_client(int connection);
void shut_all_clients(void);

/* No more connections; may be called by a signal handler. */
void stop_listening(int signal);

#endif

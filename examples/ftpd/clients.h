/* The connected clients: how many, and how many from one address. */
#ifndef FTPD_CLIENTS_H
#define FTPD_CLIENTS_H

#include <stdbool.h>

#include "addresses.h"

/* Listen; the port, or -1. */
int listen_for_clients(const char *host, int port);

/* How many are allowed. */
void limit_clients(int together, int from_one_address);

/* A number for a new connection; -1: it was refused; -2: there will be no more. */
int next_client(void);

/* The socket and the address of a connection. */
int client_socket(int connection, address *found);
void forget_client(int connection);
void shut_all_clients(void);

/* No more connections; may be called by a signal handler. */
void stop_listening(int signal);

#endif

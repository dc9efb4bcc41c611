/* For C that takes the place of a model's channels: message queues, sockets, time, a log.
 *
 * Every function handles errors: it writes a line to the log and returns what its comment says.
 */
#ifndef PENSTOCK_LIBRARY_H
#define PENSTOCK_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

/* -- log: lines on the standard error output, if PENSTOCK_LOG is set to at least the level (1 errors, 2 all) ---- */

void ps_log(int level, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* -- time ------------------------------------------------------------------------------------------------------- */

long ps_milliseconds(void); /* since some fixed moment */
void ps_sleep(int milliseconds);

/* -- System V message queues: a message is a structure whose first field is `long type` -------------------------- */

enum ps_received { PS_GOT, PS_LATE, PS_CLOSED };

int ps_queue_new(void);                                          /* a new queue, or -1 */
bool ps_queue_put(int queue, const void *message, size_t size); /* false if the queue is gone */
/* Waits at most this many milliseconds, forever if negative.  PS_CLOSED if the queue is gone. */
enum ps_received ps_queue_get(int queue, void *message, size_t size, int milliseconds);
void ps_queue_close(int queue); /* those who wait get PS_CLOSED */

/* -- sockets: TCP; a descriptor, or -1 ---------------------------------------------------------------------------- */

int ps_socket_listen(int port, bool from_anywhere);
int ps_socket_port(int socket); /* the port of a listening socket, such as one that asked for port 0 */
int ps_socket_accept(int socket);
int ps_socket_connect(const char *host, int port);
bool ps_socket_send(int socket, const void *data, size_t size);
/* The number of bytes, 0 at the end, -1 after an error. */
long ps_socket_receive(int socket, void *data, size_t size);
/* A line without its end; false at the end of the stream or after an error. */
bool ps_socket_line(int socket, char *line, size_t size);
void ps_socket_close(int socket);

#endif

/* TLS on the control connection and on data connections (RFC 4217). */
#ifndef FTPD_SECURE_H
#define FTPD_SECURE_H

#include <stdbool.h>
#include <sys/types.h>

struct session;

/* Use a certificate with its chain, and its key.  False if that is impossible; the user has been told. */
bool use_certificate(const char *certificate, const char *key);

/* The same calls as recv, send and sendfile, with the same meaning, for connections that are protected.  The end of data
 * counts as such (0) only if the client has said so: anybody on the way could cut a connection off. */
ssize_t receive_secretly(struct session *session, void *place, size_t room, int flags);
ssize_t send_secretly(struct session *session, const void *text, size_t size);
ssize_t receive_data_secretly(struct session *session, void *place, size_t room);
ssize_t send_data_secretly(struct session *session, const void *piece, size_t size);
ssize_t send_file_secretly(struct session *session, int file, size_t size);

/* Whether the system encrypts what is sent, so that it can send files by itself. */
bool system_encrypts(const struct session *session);

/* Tell the client that there are no more data: 0, or how the transfer ends. */
int finish_data(struct session *session);

/* Forget what belongs to the data connection, and to the control connection. */
void forget_data_protection(struct session *session);
void forget_protection(struct session *session);

#endif

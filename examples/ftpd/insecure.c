/* In place of secure.c, where OpenSSL is missing: TLS cannot be asked for, and so the rest is never called. */
#include <stdio.h>
#include <stdlib.h>

#include "init.h"
#include "secure.h"

bool use_certificate(const char *certificate, const char *key)
{
    (void)certificate, (void)key;
    fputs("ftpd: there is no TLS: OpenSSL was missing when this program was built\n", stderr);
    return false;
}

int secure_control(struct session *session)
{
    (void)session;
    abort();
}

int secure_data(struct session *session)
{
    (void)session;
    abort();
}

ssize_t receive_secretly(struct session *session, void *place, size_t room, int flags)
{
    (void)session, (void)place, (void)room, (void)flags;
    abort();
}

ssize_t send_secretly(struct session *session, const void *text, size_t size)
{
    (void)session, (void)text, (void)size;
    abort();
}

ssize_t receive_data_secretly(struct session *session, void *place, size_t room)
{
    (void)session, (void)place, (void)room;
    abort();
}

ssize_t send_data_secretly(struct session *session, const void *piece, size_t size)
{
    (void)session, (void)piece, (void)size;
    abort();
}

ssize_t send_file_secretly(struct session *session, int file, size_t size)
{
    (void)session, (void)file, (void)size;
    abort();
}

bool system_encrypts(const struct session *session)
{
    (void)session;
    abort();
}

int finish_data(struct session *session)
{
    (void)session;
    abort();
}

void forget_data_protection(struct session *session)
{
    (void)session;
}

void forget_protection(struct session *session)
{
    (void)session;
}

/* The settings from the command line. */
#ifndef FTPD_SETTINGS_H
#define FTPD_SETTINGS_H

#include <stdbool.h>

#include "clients.h"
#include "log.h"

enum tls { TLS_NONE, TLS_OFFERED, TLS_REQUIRED, TLS_IMPLICIT };

struct settings {
    const char *root, *address, *accounts, *user;
    enum tls tls;
    const char *tls_certificate, *tls_key;
    bool tls_reuse;  /* by data connections, of the session of the control connection */
    bool tls_kernel; /* the system may encrypt */
    bool tls_abrupt; /* the end of a connection counts as the end of TLS */
    int port;
    int first_data_port, last_data_port; /* of those that PASV and EPSV may announce */
    bool writable;
    struct client_limits limits;
    const char *log;
    enum log_form log_form;
    bool log_all;
    int login_seconds, idle_seconds, transfer_seconds, longest_seconds;
    bool hash; /* only read a password and print its hash */
};

extern struct settings settings;

/* False if something is wrong; the user has been told. */
bool read_settings(struct settings *settings, int count, char **words);

#endif

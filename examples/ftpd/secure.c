/* TLS, by OpenSSL. */
#define _GNU_SOURCE
#include "secure.h"

#include <errno.h>
#include <limits.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "init.h"
#include "log.h"
#include "settings.h"

enum { WEEK = 604800 /* seconds */, REMEMBERED = 1000 /* sessions without tickets */ };

static SSL_CTX *current; /* the certificate and all else that new sessions use */

/* -- certificates ---------------------------------------------------------------------------------- */

static bool complain(const char *what, const char *file)
{
    unsigned long first = ERR_get_error();
    const char *reason = ERR_SYSTEM_ERROR(first) ? strerror(ERR_GET_REASON(first)) : ERR_reason_error_string(first);
    fprintf(stderr, "ftpd: cannot use the %s in `%s`: %s\n", what, file, reason != NULL ? reason : "it is damaged");
    ERR_clear_error();
    return false;
}

/* Nobody is there to type one. */
static int no_password(char *password, int size, int writing, void *unused)
{
    (void)password, (void)size, (void)writing, (void)unused;
    return -1;
}

static bool load_certificate(SSL_CTX *context, const char *certificate, const char *key)
{
    SSL_CTX_set_default_passwd_cb(context, no_password);
    if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
        return complain("certificate", certificate);
    if (X509_cmp_current_time(X509_get0_notAfter(SSL_CTX_get0_certificate(context))) < 0)
        fprintf(stderr, "ftpd: the certificate in `%s` has expired; most clients will refuse it\n", certificate);
    if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
        return complain("key", key);
    return true;
}

/* Forward secrecy and authenticated encryption only.  Sessions can be resumed for as long as transfers may take. */
static void limit_protocol(SSL_CTX *context)
{
    static const unsigned char name[] = "ftpd";
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_cipher_list(context, "ECDHE+AESGCM:ECDHE+CHACHA20");
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                  SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_id_context(context, name, sizeof name - 1);
    SSL_CTX_sess_set_cache_size(context, REMEMBERED);
    SSL_CTX_set_timeout(context, WEEK);
    if (settings.tls_kernel)
        SSL_CTX_set_options(context, SSL_OP_ENABLE_KTLS);
    if (settings.tls_abrupt)
        SSL_CTX_set_options(context, SSL_OP_IGNORE_UNEXPECTED_EOF);
}

bool use_certificate(const char *certificate, const char *key)
{
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (context == NULL || !load_certificate(context, certificate, key)) {
        SSL_CTX_free(context);
        return false;
    }
    limit_protocol(context);
    current = context;
    return true;
}

/* -- the control connection ------------------------------------------------------------------------ */

/* OpenSSL reads and writes through these, so that each call waits as the session wants it.  Who sends byte by byte does
 * not get more time for that. */
static int read_control(BIO *bio, char *place, int room)
{
    struct session *session = BIO_get_data(bio);
    ssize_t got = -1;
    BIO_clear_retry_flags(bio);
    errno = EAGAIN;
    if ((session->receiving & MSG_DONTWAIT) != 0 || seconds_now() <= session->patience)
        do
            got = recv(session->control, place, (size_t)room, session->receiving);
        while (got < 0 && errno == EINTR);
    if (got < 0 && errno == EAGAIN)
        BIO_set_retry_read(bio);
    return (int)got;
}

static int write_control(BIO *bio, const char *text, int size)
{
    struct session *session = BIO_get_data(bio);
    ssize_t sent;
    BIO_clear_retry_flags(bio);
    do
        sent = send(session->control, text, (size_t)size, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return (int)sent; /* it has waited for long enough */
}

static long manage_control(BIO *bio, int command, long number, void *place)
{
    (void)bio, (void)number, (void)place;
    return command == BIO_CTRL_FLUSH;
}

static BIO_METHOD *control_method;

static void make_method(void)
{
    control_method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "control connection");
    BIO_meth_set_read(control_method, read_control);
    BIO_meth_set_write(control_method, write_control);
    BIO_meth_set_ctrl(control_method, manage_control);
}

static BIO *new_control(struct session *session)
{
    static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
    CRYPTO_THREAD_run_once(&once, make_method);
    BIO *bio = BIO_new(control_method);
    if (bio != NULL) {
        BIO_set_data(bio, session);
        BIO_set_init(bio, 1);
    }
    return bio;
}

/* Data connections resume the TLS session of their own control connection: nobody else can have it, and others of the same
 * client have another number. */
static bool bind_to_session(const struct session *session, SSL *tls)
{
    return SSL_set_session_id_context(tls, (const unsigned char *)&session->number, sizeof session->number) == 1;
}

static int handshake_failed(struct session *session)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    set_problem(session, 421, "the TLS handshake failed: %s", reason != NULL ? reason : "the client is gone or slow");
    log_reply(session, session->problem, session->words);
    session->broken = true;
    return failed;
}

static void be_patient(struct session *session)
{
    session->patience = session->known ? seconds_now() + settings.idle_seconds : session->nameless + settings.login_seconds;
}

int secure_control(struct session *session)
{
    leave_client_processor(session);
    flush(session);
    begin_anew(session);
    be_patient(session);
    session->receiving = 0;
    ERR_clear_error();
    BIO *bio = new_control(session);
    session->tls = SSL_new(current);
    if (session->tls == NULL || bio == NULL || !bind_to_session(session, session->tls)) {
        BIO_free(bio);
        return handshake_failed(session);
    }
    SSL_set_bio(session->tls, bio, bio);
    return SSL_accept(session->tls) == 1 ? done : handshake_failed(session);
}

/* What a call of OpenSSL comes to, as system calls tell it. */
static ssize_t outcome(const SSL *tls, int result)
{
    if (result > 0)
        return result;
    int kind = SSL_get_error(tls, result);
    errno = kind == SSL_ERROR_WANT_READ || kind == SSL_ERROR_WANT_WRITE ? EAGAIN : ECONNRESET;
    return kind == SSL_ERROR_ZERO_RETURN ? 0 : -1;
}

static int fitting(size_t size)
{
    return size < INT_MAX ? (int)size : INT_MAX;
}

ssize_t receive_secretly(struct session *session, void *place, size_t room, int flags)
{
    be_patient(session);
    session->receiving = flags;
    ERR_clear_error();
    return outcome(session->tls, SSL_read(session->tls, place, fitting(room)));
}

ssize_t send_secretly(struct session *session, const void *text, size_t size)
{
    ERR_clear_error();
    return outcome(session->tls, SSL_write(session->tls, text, fitting(size)));
}

void forget_protection(struct session *session)
{
    if (session->tls != NULL && !session->broken && SSL_is_init_finished(session->tls))
        SSL_shutdown(session->tls);
    SSL_free(session->tls);
    session->tls = NULL;
    ERR_clear_error();
}

/* -- data connections ------------------------------------------------------------------------------ */

static int data_handshake_failed(struct session *session)
{
    const char *reason = ERR_reason_error_string(ERR_peek_error());
    return set_problem(session, 522, "the TLS handshake failed: %s", reason != NULL ? reason : "it was broken off");
}

static int wait_as_wanted(struct session *session)
{
    return wait_for_data(session, session->data, SSL_want_write(session->data_tls) ? POLLOUT : POLLIN);
}

static int shake_hands(struct session *session)
{
    for (;;) {
        ERR_clear_error();
        if (outcome(session->data_tls, SSL_accept(session->data_tls)) > 0)
            break;
        int event = errno == EAGAIN ? wait_as_wanted(session) : data_handshake_failed(session);
        if (event != 0)
            return event;
    }
    if (settings.tls_reuse && !SSL_session_reused(session->data_tls))
        return set_problem(session, 522, "the TLS session of the control connection must be used again");
    return done;
}

/* With the certificate of the control connection, even if there is a new one.  A ticket for the next data connection comes
 * over the control connection: many clients use each only once, and who only sends may close the data connection without
 * reading, so that the system would forget what it has sent. */
int secure_data(struct session *session)
{
    session->latest = seconds_now() + settings.transfer_seconds;
    session->data_tls = SSL_new(SSL_get_SSL_CTX(session->tls));
    if (session->data_tls == NULL || !bind_to_session(session, session->data_tls) ||
        SSL_set_fd(session->data_tls, session->data) != 1)
        return data_handshake_failed(session);
    SSL_set_num_tickets(session->data_tls, 0);
    SSL_new_session_ticket(session->tls);
    int result = shake_hands(session);
    session->latest = seconds_now() + settings.longest_seconds;
    return conclude_transfer(session, result);
}

ssize_t receive_data_secretly(struct session *session, void *place, size_t room)
{
    ERR_clear_error();
    return outcome(session->data_tls, SSL_read(session->data_tls, place, fitting(room)));
}

ssize_t send_data_secretly(struct session *session, const void *piece, size_t size)
{
    ERR_clear_error();
    return outcome(session->data_tls, SSL_write(session->data_tls, piece, fitting(size)));
}

bool system_encrypts(const struct session *session)
{
    return BIO_get_ktls_send(SSL_get_wbio(session->data_tls));
}

ssize_t send_file_secretly(struct session *session, int file, size_t size)
{
    off_t begin = lseek(file, 0, SEEK_CUR);
    ERR_clear_error();
    ssize_t sent = SSL_sendfile(session->data_tls, file, begin, size, 0);
    if (sent < 0)
        return outcome(session->data_tls, -1);
    lseek(file, begin + sent, SEEK_SET);
    return sent;
}

int finish_data(struct session *session)
{
    for (;;) {
        ERR_clear_error();
        int result = SSL_shutdown(session->data_tls);
        if (result >= 0)
            return 0;
        if (outcome(session->data_tls, result) == 0 || errno != EAGAIN)
            return set_problem(session, 426, "the data connection is broken");
        int event = wait_as_wanted(session);
        if (event != 0)
            return event;
    }
}

void forget_data_protection(struct session *session)
{
    SSL_free(session->data_tls);
    session->data_tls = NULL;
    ERR_clear_error();
}

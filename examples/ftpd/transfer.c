/* Transfers over the data connection: files as they are, text, lists. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"
#include "log.h"
#include "root.h"
#include "secure.h"

enum { AT_ONCE = 1 << 17, PIECE = 1 << 16, PIPE = 1 << 20, SMALL = 1 << 19, MOMENT = 100000 /* microseconds */ };

/* -- opening --------------------------------------------------------------------------------------- */

static int refuse(struct session *session, int code)
{
    set_error(session, code);
    close_transfer(session);
    return failed;
}

/* A file, and where in it to begin. */
static int open_file(struct session *session, int flags, int whence)
{
    char path[PATH_SIZE];
    struct stat status;
    off_t begin = session->restart;
    session->restart = 0;
    session->receives = (flags & O_CREAT) != 0;
    session->content = session->text || session->records ? TEXT : WHOLE_FILE;
    session->converter = (struct converter){.records = session->records};
    if (!path_of(session, session->argument, path))
        return failed;
    session->file = open_beneath(path, flags | O_NONBLOCK, 0666); /* a FIFO must not block us */
    if (session->file < 0 || fstat(session->file, &status) != 0)
        return refuse(session, session->receives ? 553 : 550);
    if (!S_ISREG(status.st_mode)) {
        close_transfer(session);
        return set_problem(session, 550, "this is not a file");
    }
    if ((begin > 0 || whence == SEEK_END) && lseek(session->file, begin, whence) < 0)
        return refuse(session, 554);
    session->replaces = session->receives && whence == SEEK_SET;
    session->left = status.st_size - begin;
    return set_words(session, "opened");
}

int open_to_send(struct session *session)
{
    return open_file(session, O_RDONLY, SEEK_SET);
}

int open_to_store(struct session *session)
{
    return open_file(session, O_WRONLY | O_CREAT, SEEK_SET);
}

int open_to_append(struct session *session)
{
    session->restart = 0;
    return open_file(session, O_WRONLY | O_CREAT, SEEK_END);
}

static int open_list(struct session *session, enum form form)
{
    const char *name = session->argument;
    while (form == LONG_FORM && name[0] == '-') { /* options for ls that some clients send */
        name += strcspn(name, " ");
        name += name[0] == ' ';
    }
    session->receives = session->replaces = false;
    session->content = FILE_LIST;
    session->form = form;
    session->restart = session->left = 0;
    if (!path_of(session, name, session->listed))
        return failed;
    session->file = open_beneath(session->listed, O_RDONLY | O_NONBLOCK, 0);
    if (session->file < 0)
        return refuse(session, 550);
    session->list = fdopendir(session->file);
    if (session->list == NULL && (form == FACTS || errno != ENOTDIR))
        return refuse(session, form == FACTS ? 501 : 550);
    bool slash = session->list != NULL && name[0] != '\0' && name[strlen(name) - 1] != '/';
    snprintf(session->prefix, sizeof session->prefix, "%s%s", name, slash ? "/" : "");
    return set_words(session, "opened");
}

int open_long_list(struct session *session)
{
    return open_list(session, LONG_FORM);
}

int open_names(struct session *session)
{
    return open_list(session, NAMES_ONLY);
}

int open_facts(struct session *session)
{
    return open_list(session, FACTS);
}

void close_transfer(struct session *session)
{
    if (session->list != NULL)
        closedir(session->list);
    else if (session->file >= 0)
        close(session->file);
    session->list = NULL;
    session->file = -1;
    session->content = NO_CONTENT;
}

/* -- transferring ---------------------------------------------------------------------------------- */

static int network_failed(struct session *session)
{
    bool cut = session->data_tls != NULL && session->receives;
    return set_problem(session, 426, "the data connection %s", cut ? "was not ended by TLS, or is broken" : "is broken");
}

static ssize_t send_data(struct session *session, const void *piece, size_t size)
{
    return session->data_tls != NULL ? send_data_secretly(session, piece, size)
                                     : send(session->data, piece, size, MSG_NOSIGNAL);
}

static ssize_t receive_data(struct session *session, void *place, size_t room)
{
    return session->data_tls != NULL ? receive_data_secretly(session, place, room) : recv(session->data, place, room, 0);
}

/* Without a copy in between. */
static ssize_t send_file(struct session *session, size_t size)
{
    return session->data_tls != NULL ? send_file_secretly(session, session->file, size)
                                     : sendfile(session->data, session->file, NULL, size);
}

static int file_failed(struct session *session)
{
    return set_error(session, errno == ENOSPC || errno == EDQUOT ? 452 : errno == EFBIG ? 552 : 451);
}

static void allow_blocking(const struct session *session, bool really)
{
    fcntl(session->data, F_SETFL, O_RDWR | (really ? 0 : O_NONBLOCK));
}

/* Let the client begin to read a large file.  For one on this machine the system may block for a moment: that costs less
 * than being woken each time there is room.  And without a network nothing is gained by sending slowly, as some systems
 * do.  For a small file the client gets its reply at the end. */
static void prepare_large(struct session *session)
{
    struct timeval moment = {0, MOMENT};
    if (session->left <= SMALL)
        return;
    flush(session);
    if (!session->near)
        return;
    setsockopt(session->data, IPPROTO_TCP, TCP_CONGESTION, "reno", 4);
    setsockopt(session->data, SOL_SOCKET, SO_SNDTIMEO, &moment, sizeof moment);
    allow_blocking(session, true);
}

static int file_shrank(struct session *session)
{
    return set_problem(session, 451, "the file has become shorter");
}

static int late_or_interrupted(struct session *session)
{
    return seconds_now() >= session->latest ? late : interruption(session);
}

/* What to do after a piece: 0 to go on, or how the transfer ends. */
static int next_step(struct session *session, ssize_t sent, long began)
{
    if (sent == 0)
        return file_shrank(session);
    if (sent < 0 && errno != EAGAIN && errno != EINTR)
        return errno == EIO ? file_failed(session) : network_failed(session);
    session->left -= sent > 0 ? sent : 0;
    session->moved += sent > 0 ? sent : 0;
    if (sent < 0)
        return wait_for_data(session, session->data, POLLOUT);
    if (session->left == 0)
        return done;
    if (milliseconds_now() - began > MOMENT / 1000)
        allow_blocking(session, false); /* the client reads slowly, and must be able to send commands */
    return late_or_interrupted(session);
}

/* From the file to the socket by the system. */
static int send_whole(struct session *session)
{
    int event = session->left > 0 ? 0 : done;
    prepare_large(session);
    while (event == 0) {
        size_t piece = session->left < AT_ONCE ? (size_t)session->left : AT_ONCE;
        long began = milliseconds_now();
        event = next_step(session, send_file(session, piece), began);
    }
    return event;
}

static int send_piece(struct session *session, const unsigned char *piece, size_t size)
{
    while (size > 0) {
        ssize_t sent = send_data(session, piece, size);
        if (sent >= 0) {
            piece += sent;
            size -= (size_t)sent;
            session->moved += sent;
        } else if (errno != EAGAIN && errno != EINTR)
            return network_failed(session);
        else {
            int event = wait_for_data(session, session->data, POLLOUT);
            if (event != 0)
                return event;
        }
    }
    return done;
}

/* If only we can encrypt it. */
static int send_bytes(struct session *session, unsigned char *piece)
{
    while (session->left > 0) {
        ssize_t got = read(session->file, piece, session->left < PIECE ? (size_t)session->left : PIECE);
        if (got <= 0)
            return got < 0 ? file_failed(session) : file_shrank(session);
        int event = send_piece(session, piece, (size_t)got);
        session->left -= got;
        if (event == done)
            event = late_or_interrupted(session);
        if (event != 0)
            return event;
    }
    return done;
}

static int send_text(struct session *session, unsigned char *piece)
{
    unsigned char *converted = piece + PIECE;
    for (;;) {
        ssize_t got = read(session->file, piece, PIECE);
        if (got < 0)
            return file_failed(session);
        size_t size = got > 0 ? to_network(&session->converter, piece, (size_t)got, converted)
                              : end_to_network(&session->converter, converted);
        int result = send_piece(session, converted, size);
        if (result != done || got == 0)
            return result;
    }
}

static int send_list(struct session *session, unsigned char *piece)
{
    const struct list list = {session->list, session->listed, session->prefix, session->form};
    size_t size;
    if (session->list == NULL) { /* of a single file */
        struct stat status;
        if (fstat(session->file, &status) != 0)
            return file_failed(session);
        size = list_line((char *)piece, PIECE, session->form, "", session->prefix, &status, time(NULL));
        return send_piece(session, piece, size);
    }
    while ((size = list_next((char *)piece, PIECE, &list)) > 0) {
        int result = send_piece(session, piece, size);
        if (result != done)
            return result;
    }
    return done;
}

static int write_piece(struct session *session, const unsigned char *piece, size_t size)
{
    while (size > 0) {
        ssize_t written = write(session->file, piece, size);
        if (written < 0 && errno != EINTR)
            return file_failed(session);
        piece += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
    return done;
}

/* Nothing is acknowledged that the system did not store. */
static int finish_file(struct session *session)
{
    int closed_file = close(session->file);
    session->file = -1;
    return closed_file == 0 ? done : file_failed(session);
}

/* What the client has sent; nothing, if that was all. */
static int store_piece(struct session *session, const unsigned char *piece, size_t got, unsigned char *converted)
{
    if (session->content == WHOLE_FILE)
        return write_piece(session, piece, got);
    size_t size = got > 0 ? to_file(&session->converter, piece, got, converted) : end_to_file(&session->converter, converted);
    return write_piece(session, converted, size);
}

static int receive_pieces(struct session *session, unsigned char *piece)
{
    for (;;) {
        ssize_t got = receive_data(session, piece, PIECE);
        if (got < 0 && errno != EAGAIN && errno != EINTR)
            return network_failed(session);
        int result = done;
        session->moved += got > 0 ? got : 0;
        if (got < 0)
            result = wait_for_data(session, session->data, POLLIN);
        else
            result = store_piece(session, piece, (size_t)got, piece + PIECE);
        if (session->records && got == 0 && !session->converter.ended)
            return set_problem(session, 451, "the end-of-file mark is missing");
        if ((got == 0 || session->converter.ended) && result == done)
            return finish_file(session);
        if (result != done && result != 0)
            return result;
    }
}

/* Everything from the pipe to the file. */
static int drain_pipe(struct session *session, int pipe, size_t size)
{
    while (size > 0) {
        ssize_t moved = splice(pipe, NULL, session->file, NULL, size, SPLICE_F_MOVE);
        if (moved < 0 && errno != EINTR)
            return file_failed(session);
        size -= moved > 0 ? (size_t)moved : 0;
    }
    return done;
}

/* What splice misses: it stops at urgent data as if there were no more. */
static ssize_t receive_rest(struct session *session, int *result)
{
    unsigned char piece[4096];
    ssize_t got = recv(session->data, piece, sizeof piece, 0);
    session->moved += got > 0 ? got : 0;
    if (got > 0)
        *result = write_piece(session, piece, (size_t)got);
    return got;
}

/* From the socket to the file through a pipe, which moves pages and does not copy into the program. */
static int receive_through(struct session *session, const int ends[2])
{
    int result = done;
    while (result == done || result == 0) {
        ssize_t got = splice(session->data, NULL, ends[1], NULL, PIPE, SPLICE_F_MOVE | SPLICE_F_NONBLOCK);
        session->moved += got > 0 ? got : 0;
        if (got > 0)
            result = drain_pipe(session, ends[0], (size_t)got);
        else
            got = got == 0 || errno == EAGAIN ? receive_rest(session, &result) : -1;
        if (got == 0)
            return finish_file(session);
        if (got < 0 && errno == EAGAIN)
            result = wait_for_data(session, session->data, POLLIN);
        else if (got < 0 && errno != EINTR)
            return network_failed(session);
    }
    return result;
}

static int receive_whole(struct session *session)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return file_failed(session);
    fcntl(ends[1], F_SETPIPE_SZ, PIPE); /* if the pipe stays smaller, it is only slower */
    int result = receive_through(session, ends);
    close(ends[0]);
    close(ends[1]);
    return result;
}

static int with_buffer(struct session *session, int (*mover)(struct session *session, unsigned char *piece))
{
    unsigned char *memory = malloc(3 * PIECE + 2);
    int result = memory != NULL ? mover(session, memory) : file_failed(session);
    free(memory);
    return result;
}

int conclude_transfer(struct session *session, int result)
{
    if (result == aborted)
        remove_command(&session->lines, "ABOR");
    if (result == lost) {
        log_reply(session, 426, "the client is gone");
        session->broken = true;
        session->lines.start = session->lines.end = 0; /* nobody waits for the replies */
    }
    return result;
}

static int receive_content(struct session *session)
{
    bool by_system = session->content == WHOLE_FILE && session->data_tls == NULL;
    return by_system ? receive_whole(session) : with_buffer(session, receive_pieces);
}

static int send_content(struct session *session)
{
    if (session->content == FILE_LIST)
        return with_buffer(session, send_list);
    if (session->content == TEXT)
        return with_buffer(session, send_text);
    bool by_system = session->data_tls == NULL || system_encrypts(session);
    return by_system ? send_whole(session) : with_buffer(session, send_bytes);
}

int transfer_data(struct session *session)
{
    if (session->receives || session->left > SMALL)
        leave_client_processor(session);
    if (session->replaces && ftruncate(session->file, lseek(session->file, 0, SEEK_CUR)) != 0)
        return file_failed(session);
    int result = session->receives ? receive_content(session) : send_content(session);
    if (result == done && session->data_tls != NULL) {
        int event = finish_data(session);
        if (event != 0 && !session->receives) /* what has arrived has arrived */
            result = event;
    }
    return conclude_transfer(session, result);
}

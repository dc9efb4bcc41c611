/* The control connection of a session. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "init.h"
#include "log.h"
#include "secure.h"
#include "settings.h"

static ssize_t send_control(struct session *session, const char *text, size_t size)
{
    return session->tls != NULL ? send_secretly(session, text, size) : send(session->control, text, size, MSG_NOSIGNAL);
}

static ssize_t receive_control(struct session *session, void *place, size_t room, int flags)
{
    return session->tls != NULL ? receive_secretly(session, place, room, flags)
                                : recv(session->control, place, room, flags);
}

void flush(struct session *session)
{
    size_t sent = 0;
    while (sent < session->output_size && !session->broken) {
        ssize_t now = send_control(session, session->output + sent, session->output_size - sent);
        if (now > 0)
            sent += (size_t)now;
        else if (errno != EINTR)
            session->broken = true;
    }
    session->output_size = 0;
    close_used(session);
}

static void buffer_output(struct session *session, const char *text, size_t size)
{
    if (session->output_size + size > OUTPUT_SIZE)
        flush(session);
    memcpy(session->output + session->output_size, text, size);
    session->output_size += size;
}

/* A newline in a name is sent as NUL, or it would end the line. */
void put_line(struct session *session, const char *line)
{
    size_t size = strlen(line), begin;
    if (size > OUTPUT_SIZE / 2)
        size = OUTPUT_SIZE / 2;
    buffer_output(session, line, size);
    begin = session->output_size - size;
    for (size_t at = begin; at < session->output_size; at++)
        if (session->output[at] == '\n' || session->output[at] == '\r')
            session->output[at] = '\0';
    buffer_output(session, "\r\n", 2);
}

/* Replies are sent when the session has to wait: several may be sent together. */
void add_reply(struct session *session, int code, const char *words)
{
    char line[8];
    snprintf(line, sizeof line, "%03d ", code);
    buffer_output(session, line, 4);
    put_line(session, words);
    log_reply(session, code, words);
}

int receive(struct session *session, int flags)
{
    size_t room;
    unsigned char *place = lines_room(&session->lines, &room);
    ssize_t got;
    if (session->broken)
        return EPIPE;
    do
        got = receive_control(session, place, room, flags);
    while (got < 0 && errno == EINTR);
    if (got > 0)
        lines_filled(&session->lines, (size_t)got);
    return got > 0 ? 0 : got == 0 ? ECONNRESET : errno;
}

static int next_event(struct session *session)
{
    char *line;
    time_t begin = seconds_now();
    for (;;) {
        enum line found = next_line(&session->lines, &line);
        session->commands += found == LINE_READY;
        if (!session->known && seconds_now() - session->nameless > settings.login_seconds)
            return SILENT; /* who does not log in */
        if (found == LINE_READY)
            return event_of(line, &session->argument);
        if (found == LINE_TOO_LONG)
            return TOO_LONG;
        if (seconds_now() - begin > settings.idle_seconds)
            return SILENT; /* a line that comes too slowly counts as silence */
        int problem = answer_and_wait(session);
        if (problem != 0)
            return problem == EAGAIN ? SILENT : VANISHED;
    }
}

int read_command(struct session *session)
{
    int event = next_event(session);
    log_command(session, event);
    return event;
}

/* Commands other than ABOR wait until the transfer is over. */
int interruption(struct session *session)
{
    while (!lines_full(&session->lines) && !has_command(&session->lines, "ABOR")) {
        int problem = receive(session, MSG_DONTWAIT);
        if (problem != 0)
            return problem == EAGAIN ? 0 : lost;
    }
    return has_command(&session->lines, "ABOR") ? aborted : 0;
}

int set_words(struct session *session, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->words, sizeof session->words, format, arguments);
    va_end(arguments);
    return done;
}

int set_problem(struct session *session, int code, const char *format, ...)
{
    va_list arguments;
    session->problem = code;
    va_start(arguments, format);
    vsnprintf(session->words, sizeof session->words, format, arguments);
    va_end(arguments);
    return failed;
}

int set_error(struct session *session, int code)
{
    char text[128];
    const char *words = strerror_r(errno, text, sizeof text);
    set_problem(session, code, "%s", errno == EXDEV || errno == ELOOP ? "this leads outside of the root" : words);
    session->words[0] = (char)tolower((unsigned char)session->words[0]);
    return failed;
}

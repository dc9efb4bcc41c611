/* The log: a line for each event, written at once. */
#define _GNU_SOURCE
#include "log.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "init.h"
#include "quote.h"
#include "settings.h"

enum { LINE = 2 * PATH_SIZE + 1024 };

static int file = STDERR_FILENO;
static enum log_form form;
static bool all, quiet = true;

bool open_log(const char *name, enum log_form wanted, bool all_commands)
{
    form = wanted;
    all = all_commands;
    quiet = name == NULL && !all_commands;
    if (name != NULL)
        file = open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0640);
    return file >= 0;
}

struct event {
    const char *command, *about, *result;
    int code;
    long milliseconds;
    off_t bytes;
    bool moved; /* bytes, if any */
};

static bool moves_file(int event)
{
    return event == RETR || event == STOR || event == APPE;
}

static bool names_path(int event)
{
    return moves_file(event) || event == DELE || event == MKD || event == RMD || event == RNFR || event == RNTO;
}

static bool is_told(int event, int code)
{
    if (event == PASS)
        return !quiet || code >= 400;
    return all || (!quiet && names_path(event));
}

static void write_text(char *line, const struct session *session, const struct event *event, const char *host)
{
    char when[32], user[6 * NAME_SIZE + 16], about[PATH_SIZE * 2], result[512], moved[48] = "";
    struct tm date;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", gmtime_r(&now.tv_sec, &date));
    quote(user, sizeof user, session->user);
    quote(about, sizeof about, event->about);
    quote(result, sizeof result, event->result);
    const bool json = form == LOG_JSON;
    if (event->moved)
        snprintf(moved, sizeof moved, json ? "\"bytes\":%lld," : " %lld bytes", (long long)event->bytes);
    snprintf(line, LINE,
             json ? "{\"time\":\"%s.%03ldZ\",\"address\":\"%s\",\"session\":%ld,\"user\":%s,\"command\":\"%s\","
                    "\"about\":%s,%s\"milliseconds\":%ld,\"code\":%d,\"result\":%s}\n"
                  : "%s.%03ldZ %s #%ld %s %s %s%s %ld ms %d %s\n",
             when, now.tv_nsec / 1000000, host, session->number, user, event->command, about, moved,
             event->milliseconds, event->code, result);
}

static void without_spaces(char *text)
{
    for (; *text != '\0'; text++)
        *text = *text == ' ' || *text == '"' ? '_' : *text;
}

/* As wu-ftpd wrote it, and many programs read it. */
static void write_xferlog(char *line, const struct session *session, const struct event *event, const char *host)
{
    char when[32], user[6 * NAME_SIZE + 16], about[PATH_SIZE * 2];
    struct tm date;
    time_t now = time(NULL);
    strftime(when, sizeof when, "%a %b %e %H:%M:%S %Y", localtime_r(&now, &date));
    about[quote(about, sizeof about, event->about) - 1] = '\0';
    user[quote(user, sizeof user, session->user[0] != '\0' ? session->user : "anonymous") - 1] = '\0';
    without_spaces(about + 1);
    without_spaces(user + 1);
    snprintf(line, LINE, "%s %ld %s %lld %s %c _ %c %c %s ftp 0 * %c\n", when, (event->milliseconds + 999) / 1000, host,
             (long long)event->bytes, about + 1, session->text ? 'a' : 'b', session->event == RETR ? 'o' : 'i',
             settings.accounts == NULL ? 'a' : 'r', user + 1, event->code < 400 ? 'c' : 'i');
}

static void put(const char *line)
{
    ssize_t ignored = write(file, line, strlen(line)); /* a full disk must not stop the server */
    (void)ignored;
}

void log_command(struct session *session, int event)
{
    session->event = event;
    session->asked_at = milliseconds_now();
    session->moved = 0;
    session->about[0] = '\0';
    bool has_argument = event != PASS && event != SILENT && event != VANISHED && event != TOO_LONG;
    if (!has_argument || !is_told(event, 999))
        return;
    if (names_path(event) && resolve_path(session->about, session->directory, session->argument))
        return;
    snprintf(session->about, sizeof session->about, "%s", session->argument);
}

void log_reply(const struct session *session, int code, const char *words)
{
    if (code < 200 || code == 350 || !is_told(session->event, code))
        return;
    char host[HOST_SIZE], line[LINE];
    struct event event = {
        .command = name_of_event(session->event),
        .about = session->about,
        .result = words,
        .code = code,
        .milliseconds = milliseconds_now() - session->asked_at,
        .bytes = session->moved,
        .moved = moves_file(session->event),
    };
    name_host(&session->client, host);
    if (form != LOG_XFERLOG)
        write_text(line, session, &event, host);
    else if (event.moved)
        write_xferlog(line, session, &event, host);
    else
        return;
    put(line);
}

void log_refusal(const address *from)
{
    static long last, count;
    long now = milliseconds_now();
    count++;
    if (count > 1 && now - last < 1000)
        return;
    char host[HOST_SIZE], line[LINE], words[96];
    struct session nobody = {0};
    name_host(from, host);
    snprintf(words, sizeof words, "too many connections, %ld refused since the last such line", count);
    struct event event = {.command = "-", .about = "", .result = words, .code = 421};
    if (form != LOG_XFERLOG) {
        write_text(line, &nobody, &event, host);
        put(line);
    }
    last = now;
    count = 0;
}

/* The settings from the command line. */
#include "settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SESSIONS = 250 };

static const char help[] =
    "usage: ftpd [options] DIRECTORY\n"
    "Serves the files in DIRECTORY to anybody who can connect, read-only.\n"
    "  --port N            the port (default: 2121)\n"
    "  --data-ports N-N    where to wait for data connections (default: 49152-65535)\n"
    "  --address ADDRESS   where to listen (default: 127.0.0.1; :: is everywhere)\n"
    "  --write             clients may change files\n"
    "  --accounts FILE     only for the users in FILE, lines of NAME:HASH; see --hash\n"
    "  --hash              read a password, write a line for FILE without the name\n"
    "  --tls-certificate FILE\n"
    "                      the certificate, and those that it depends on (PEM)\n"
    "  --tls-key FILE      its key (default: also in the file of the certificate)\n"
    "  --tls HOW           required (the default with a certificate): logins and data only\n"
    "                      by TLS; offered: who wants to; implicit: from the first byte on\n"
    "  --tls-any-session   data connections need not use the TLS session of the control\n"
    "                      connection again, which some clients cannot\n"
    "  --tls-kernel        let the system encrypt where it can, and send files by itself\n"
    "  --tls-abrupt        uploads count as whole although TLS was not ended\n"
    "  --user NAME         the user to run as, if started as root (default: nobody)\n"
    "  --sessions N        at most this many at a time (default and maximum: 250)\n"
    "  --per-address N     at most this many from one address (default: 100)\n"
    "  --strangers N       at most this many that have not logged in; one more, and the\n"
    "                      most suspicious of them has to go (default: 48)\n"
    "  --strangers-per-address N\n"
    "                      at most this many of them from one address (default: 16)\n"
    "  --login SECONDS     end sessions that have not logged in by then (default: 30)\n"
    "  --idle SECONDS      end sessions that are silent for so long (default: 300)\n"
    "  --transfer SECONDS  abort transfers in which nothing moves (default: 60)\n"
    "  --longest SECONDS   abort transfers that take longer (default: 21600, six hours)\n"
    "  --log FILE          add a line to FILE for each login, transfer and change\n"
    "  --log-all           a line for every command\n"
    "  --log-form FORM     text, json (a line each) or xferlog (default: text)\n"
    "Networks of IPv6 with 2^64 addresses count as one address.\n";

static bool complain(const char *problem, const char *word)
{
    fprintf(stderr, "ftpd: %s `%s`; see `ftpd --help`\n", problem, word);
    return false;
}

static bool read_number(const char *text, int least, int most, int *value)
{
    char *end;
    long found = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || found < least || found > most)
        return false;
    *value = (int)found;
    return true;
}

/* Such as 50000-50100. */
static bool read_ports(const char *text, int *first, int *last)
{
    char beginning[8], more;
    return sscanf(text, "%7[0-9]%c", beginning, &more) == 2 && more == '-' &&
           read_number(beginning, 1024, 65535, first) && read_number(text + strlen(beginning) + 1, *first, 65535, last);
}

static bool read_form(const char *text, enum log_form *form)
{
    static const char *const names[] = {[LOG_TEXT] = "text", [LOG_JSON] = "json", [LOG_XFERLOG] = "xferlog"};
    for (*form = LOG_TEXT; *form <= LOG_XFERLOG; (*form)++)
        if (strcmp(text, names[*form]) == 0)
            return true;
    return false;
}

static bool read_tls(const char *text, enum tls *tls)
{
    static const char *const names[] = {[TLS_OFFERED] = "offered", [TLS_REQUIRED] = "required", [TLS_IMPLICIT] = "implicit"};
    for (*tls = TLS_OFFERED; *tls <= TLS_IMPLICIT; (*tls)++)
        if (strcmp(text, names[*tls]) == 0)
            return true;
    return false;
}

/* Set an option that takes a value; false if there is none or the value does not fit. */
static bool set_option_value(struct settings *settings, const char *option, const char *value)
{
    const struct {
        const char *name;
        int least, most, *number;
        const char **text;
    } options[] = {
        {"--port", 0, 65535, &settings->port, NULL},
        {"--address", 0, 0, NULL, &settings->address},
        {"--accounts", 0, 0, NULL, &settings->accounts},
        {"--user", 0, 0, NULL, &settings->user},
        {"--tls-certificate", 0, 0, NULL, &settings->tls_certificate},
        {"--tls-key", 0, 0, NULL, &settings->tls_key},
        {"--sessions", 1, MOST_SESSIONS, &settings->limits.together, NULL},
        {"--per-address", 1, MOST_SESSIONS, &settings->limits.from_one, NULL},
        {"--strangers", 1, MOST_SESSIONS, &settings->limits.strangers, NULL},
        {"--strangers-per-address", 1, MOST_SESSIONS, &settings->limits.strangers_from_one, NULL},
        {"--log", 0, 0, NULL, &settings->log},
        {"--login", 1, 86400, &settings->login_seconds, NULL},
        {"--idle", 1, 86400, &settings->idle_seconds, NULL},
        {"--transfer", 1, 86400, &settings->transfer_seconds, NULL},
        {"--longest", 1, 86400, &settings->longest_seconds, NULL},
    };
    if (strcmp(option, "--log-form") == 0)
        return read_form(value, &settings->log_form) || complain("the log has the forms text, json and xferlog, not", value);
    if (strcmp(option, "--tls") == 0)
        return read_tls(value, &settings->tls) || complain("TLS can be required, offered and implicit, not", value);
    if (strcmp(option, "--data-ports") == 0)
        return read_ports(value, &settings->first_data_port, &settings->last_data_port) ||
               complain("expected two ports from 1024 on, the lower one first, not", value);
    for (size_t place = 0; place < sizeof options / sizeof *options; place++) {
        if (strcmp(option, options[place].name) != 0)
            continue;
        if (options[place].text != NULL)
            *options[place].text = value;
        else if (!read_number(value, options[place].least, options[place].most, options[place].number))
            return complain("not a number in the allowed range:", value);
        return true;
    }
    return complain("there is no option", option);
}

static bool complete_tls(struct settings *settings)
{
    if (settings->tls_certificate == NULL && settings->tls_key != NULL)
        return complain("the certificate is missing for the key", settings->tls_key);
    if (settings->tls_certificate == NULL && settings->tls != TLS_NONE)
        return complain("TLS needs a certificate:", "--tls-certificate FILE");
    if (settings->tls_certificate != NULL && settings->tls == TLS_NONE)
        settings->tls = TLS_REQUIRED;
    if (settings->tls_key == NULL)
        settings->tls_key = settings->tls_certificate;
    return true;
}

bool read_settings(struct settings *settings, int count, char **words)
{
    *settings = (struct settings){.address = "127.0.0.1", .user = "nobody", .port = 2121, .tls_reuse = true};
    settings->limits = (struct client_limits){MOST_SESSIONS, 100, 48, 16};
    settings->login_seconds = 30;
    settings->first_data_port = 49152;
    settings->last_data_port = 65535;
    settings->idle_seconds = 300;
    settings->transfer_seconds = 60;
    settings->longest_seconds = 21600;
    for (int place = 1; place < count; place++) {
        if (strcmp(words[place], "--help") == 0 || strcmp(words[place], "-h") == 0) {
            fputs(help, stdout);
            exit(0);
        }
        if (strcmp(words[place], "--write") == 0)
            settings->writable = true;
        else if (strcmp(words[place], "--log-all") == 0)
            settings->log_all = true;
        else if (strcmp(words[place], "--hash") == 0)
            settings->hash = true;
        else if (strcmp(words[place], "--tls-any-session") == 0)
            settings->tls_reuse = false;
        else if (strcmp(words[place], "--tls-kernel") == 0)
            settings->tls_kernel = true;
        else if (strcmp(words[place], "--tls-abrupt") == 0)
            settings->tls_abrupt = true;
        else if (words[place][0] != '-' && settings->root != NULL)
            return complain("only one directory can be served, but there is also", words[place]);
        else if (words[place][0] != '-')
            settings->root = words[place];
        else if (place + 1 == count)
            return complain("a value is missing after", words[place]);
        else if (!set_option_value(settings, words[place], words[place + 1]))
            return false;
        else
            place++;
    }
    return complete_tls(settings) &&
           (settings->root != NULL || settings->hash || complain("the directory to serve is missing:", "DIRECTORY"));
}

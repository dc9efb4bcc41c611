/* Transfer parameters, and what the server supports. */
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "init.h"
#include "settings.h"

static int not_supported(struct session *session)
{
    return set_problem(session, 504, "this is not supported");
}

static bool argument_is(const struct session *session, const char *word)
{
    return strcasecmp(session->argument, word) == 0;
}

int set_type(struct session *session)
{
    bool text = argument_is(session, "A") || argument_is(session, "A N");
    if (!text && !argument_is(session, "I") && !argument_is(session, "L 8"))
        return not_supported(session);
    session->text = text;
    session->restart = 0;
    return set_words(session, "%s", text ? "text" : "bytes");
}

int set_mode(struct session *session)
{
    return argument_is(session, "S") ? set_words(session, "a stream") : not_supported(session);
}

int set_structure(struct session *session)
{
    if (!argument_is(session, "F") && !argument_is(session, "R"))
        return not_supported(session);
    session->records = argument_is(session, "R");
    session->restart = 0;
    return set_words(session, "%s", session->records ? "records" : "a file");
}

int set_restart(struct session *session)
{
    char *end;
    errno = 0;
    long long place = strtoll(session->argument, &end, 10);
    if (!isdigit((unsigned char)session->argument[0]) || *end != '\0' || errno != 0)
        return set_problem(session, 501, "a number was expected");
    if (place > 0 && (session->text || session->records))
        return set_problem(session, 554, "only with TYPE I and STRU F");
    session->restart = place;
    return set_words(session, "restarting at %lld", place);
}

int set_option(struct session *session)
{
    bool known = argument_is(session, "UTF8") || argument_is(session, "UTF8 ON") ||
                 strncasecmp(session->argument, "MLST", 4) == 0;
    return known ? set_words(session, "already set") : set_problem(session, 501, "there is no such option");
}

int tell_features(struct session *session)
{
    static const char *const features[] = {" EPRT", " EPSV", " MDTM", " MLST type*;size*;modify*;", " REST STREAM",
                                           " SIZE", " TVFS", " UTF8"};
    put_line(session, "211-more than the least:");
    for (size_t place = 0; place < sizeof features / sizeof *features; place++)
        put_line(session, features[place]);
    if (settings.tls != TLS_NONE) {
        put_line(session, " AUTH TLS");
        put_line(session, " PBSZ");
        put_line(session, " PROT");
    }
    return set_words(session, "end");
}

int tell_commands(struct session *session)
{
    put_line(session, "214-these commands are understood:");
    put_line(session, " ABOR ALLO APPE AUTH CDUP CWD DELE EPRT EPSV FEAT HELP LIST MDTM MKD MLSD MLST MODE NLST NOOP");
    put_line(session, " OPTS PASS PASV PBSZ PORT PROT PWD QUIT REST RETR RMD RNFR RNTO SIZE STAT STOR STRU SYST TYPE");
    put_line(session, " USER");
    return set_words(session, "end");
}

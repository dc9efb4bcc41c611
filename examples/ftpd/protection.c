/* What is agreed upon before TLS is used: AUTH, PBSZ and PROT, as RFC 4217 says. */
#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "init.h"
#include "settings.h"

bool requires_tls(void)
{
    return settings.tls == TLS_REQUIRED || settings.tls == TLS_IMPLICIT;
}

int begins_secured(struct session *session)
{
    (void)session;
    return settings.tls == TLS_IMPLICIT ? done : failed;
}

/* Not SSL, which some drafts had: with it data were protected without PROT, or not, and clients could be mistaken. */
int choose_mechanism(struct session *session)
{
    if (settings.tls == TLS_NONE)
        return set_problem(session, 502, "TLS is not offered");
    if (strcasecmp(session->argument, "TLS") != 0 && strcasecmp(session->argument, "TLS-C") != 0)
        return set_problem(session, 504, "only TLS is known");
    return set_words(session, "begin with TLS now");
}

/* TLS needs no buffers of an agreed size, but clients have to ask for them. */
int set_buffer_size(struct session *session)
{
    size_t digits = strspn(session->argument, "0123456789");
    if (digits == 0 || session->argument[digits] != '\0')
        return set_problem(session, 501, "a number was expected");
    return set_words(session, "PBSZ=0");
}

int choose_protection(struct session *session)
{
    int level = session->argument[0] == '\0' || session->argument[1] != '\0' ? 0 : toupper((unsigned char)*session->argument);
    if (level == 'P') {
        set_words(session, "data will be private");
        return private;
    }
    if (level == 'C') {
        set_words(session, "data will be readable by anybody on the way");
        return clear;
    }
    if (level == 'S' || level == 'E')
        return set_problem(session, 536, "TLS does both or nothing: C or P");
    return set_problem(session, 504, "there is no such level: C or P");
}

/* Lines of the control connection, and the commands in them. */
#include "lines.h"

#include <string.h>
#include <strings.h>

#include "init.h"

enum { TELNET_COMMAND = 255, TELNET_WILL = 251, TELNET_DONT = 254 };

static const struct {
    const char name[5];
    int event;
} commands[] = {
    {"USER", USER}, {"PASS", PASS}, {"QUIT", QUIT}, {"NOOP", NOOP}, {"SYST", SYST}, {"FEAT", FEAT}, {"HELP", HELP},
    {"OPTS", OPTS}, {"TYPE", TYPE}, {"MODE", MODE}, {"STRU", STRU}, {"REST", REST}, {"ALLO", ALLO}, {"PORT", PORT},
    {"EPRT", EPRT}, {"PASV", PASV}, {"EPSV", EPSV}, {"RETR", RETR}, {"LIST", LIST}, {"NLST", NLST}, {"MLSD", MLSD},
    {"STOR", STOR}, {"APPE", APPE}, {"ABOR", ABOR}, {"PWD", PWD},   {"CWD", CWD},   {"CDUP", CDUP}, {"SIZE", SIZE},
    {"MDTM", MDTM}, {"MLST", MLST}, {"STAT", STAT}, {"DELE", DELE}, {"RNFR", RNFR}, {"RNTO", RNTO}, {"MKD", MKD},
    {"RMD", RMD},   {"AUTH", AUTH}, {"PBSZ", PBSZ}, {"PROT", PROT}, {"CCC", CCC},
    {"XPWD", PWD},  {"XCWD", CWD},  {"XCUP", CDUP}, {"XMKD", MKD},  {"XRMD", RMD},
    {"ACCT", UNSUPPORTED}, {"SMNT", UNSUPPORTED}, {"REIN", UNSUPPORTED}, {"STOU", UNSUPPORTED}, {"SITE", UNSUPPORTED},
    {"ADAT", UNSUPPORTED}, {"CONF", UNSUPPORTED}, {"ENC", UNSUPPORTED},  {"MIC", UNSUPPORTED},  {"LANG", UNSUPPORTED},
    {"HOST", UNSUPPORTED}, {"MFMT", UNSUPPORTED}, {"LPRT", UNSUPPORTED}, {"LPSV", UNSUPPORTED},
};

unsigned char *lines_room(struct lines *lines, size_t *size)
{
    if (lines->start > 0) {
        lines->end -= lines->start;
        memmove(lines->buffer, lines->buffer + lines->start, lines->end);
        lines->start = 0;
    }
    *size = LINE_SIZE - lines->end;
    return lines->buffer + lines->end;
}

void lines_filled(struct lines *lines, size_t size)
{
    lines->end += size;
}

static unsigned char *end_of_line(const struct lines *lines)
{
    return memchr(lines->buffer + lines->start, '\n', lines->end - lines->start);
}

/* Take telnet commands out of a line; the value is its new length. */
static size_t strip_telnet(unsigned char *line, size_t size)
{
    size_t kept = 0;
    for (size_t at = 0; at < size; at++) {
        if (line[at] != TELNET_COMMAND) {
            line[kept++] = line[at] != '\0' ? line[at] : '\n';
        } else if (++at < size) {
            if (line[at] == TELNET_COMMAND)
                line[kept++] = TELNET_COMMAND;
            else if (line[at] >= TELNET_WILL && line[at] <= TELNET_DONT)
                at++; /* the option */
        }
    }
    return kept;
}

enum line next_line(struct lines *lines, char **line)
{
    unsigned char *begin = lines->buffer + lines->start, *end = end_of_line(lines);
    if (end == NULL) {
        if (lines->end - lines->start == LINE_SIZE || lines->skipping) {
            lines->skipping = true;
            lines->start = lines->end = 0;
        }
        return LINE_NONE;
    }
    lines->start = (size_t)(end + 1 - lines->buffer);
    if (lines->skipping) {
        lines->skipping = false;
        return LINE_TOO_LONG;
    }
    if (end > begin && end[-1] == '\r')
        end--;
    begin[strip_telnet(begin, (size_t)(end - begin))] = '\0';
    *line = (char *)begin;
    return LINE_READY;
}

bool lines_full(const struct lines *lines)
{
    return lines->end - lines->start == LINE_SIZE;
}

/* Whether a line, with its end, has this command. */
static bool line_is(const unsigned char *line, size_t size, const char *command)
{
    unsigned char copy[64];
    if (size > sizeof copy)
        return false;
    memcpy(copy, line, size);
    size = strip_telnet(copy, size);
    size_t length = strlen(command);
    return size > length && strncasecmp((const char *)copy, command, length) == 0 && strchr(" \r\n", copy[length]) != NULL;
}

/* The first line with this command, and its size; NULL if there is none. */
static unsigned char *line_with(struct lines *lines, const char *command, size_t *size)
{
    unsigned char *begin = lines->buffer + lines->start, *last = lines->buffer + lines->end, *end;
    bool skipping = lines->skipping;
    for (; (end = memchr(begin, '\n', (size_t)(last - begin))) != NULL; begin = end + 1) {
        *size = (size_t)(end + 1 - begin);
        if (!skipping && line_is(begin, *size, command))
            return begin;
        skipping = false;
    }
    return NULL;
}

bool has_command(struct lines *lines, const char *command)
{
    size_t size;
    return line_with(lines, command, &size) != NULL;
}

void remove_command(struct lines *lines, const char *command)
{
    size_t size;
    unsigned char *line = line_with(lines, command, &size);
    if (line == NULL)
        return;
    lines->end -= size;
    memmove(line, line + size, (size_t)(lines->buffer + lines->end - line));
}

int event_of(char *line, char **argument)
{
    size_t length = strcspn(line, " ");
    *argument = line + length + (line[length] == ' ');
    if (strcasecmp(line, "EPSV ALL") == 0)
        return EPSV_ALL; /* a different command from EPSV */
    for (size_t place = 0; place < sizeof commands / sizeof *commands; place++)
        if (strlen(commands[place].name) == length && strncasecmp(line, commands[place].name, length) == 0)
            return commands[place].event;
    return UNKNOWN;
}

const char *name_of_event(int event)
{
    for (size_t place = 0; place < sizeof commands / sizeof *commands; place++)
        if (commands[place].event == event && event != UNSUPPORTED)
            return commands[place].name;
    return event == EPSV_ALL ? "EPSV" : "-";
}

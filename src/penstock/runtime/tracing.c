/* The trace: what a program does, entry by entry, as lines of text or in a few bytes each.
 *
 * In bytes, a trace begins with a sign and the fingerprint of the model.  The first byte of an entry is its kind and the
 * process; numbers follow, seven bits a byte, the lowest first, the last below 128.  A key `line:column.again` is the
 * line, then twice the column, and one more if something comes again.  What only the program does is left out.
 */
#include "world.h"

#ifdef PS_TRACE

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES 600
#define MOST_TEXT 255u
#define MANY_PROCESSES 31
#define SHORTEST_FILE 200

enum kind { STEP, MEET, END, VALUE, WORDS, SIGN };

struct entry {
    unsigned char bytes[MOST_BYTES];
    size_t length;
};

#ifdef PS_CORES
static int trace_parts;
static atomic_long steps; /* of all loops */
#define TRACE_PARTS trace_parts
#define STEPS_LEFT (ps_world->steps_left - atomic_fetch_add(&steps, 1) - 1)
#else
#define TRACE_PARTS (ps_world->trace_parts)
#define STEPS_LEFT (--ps_world->steps_left)
#endif

static void follow_the_others(void);
static void begin_next_part(void);

static FILE *_Atomic trace;
static const char *name_of_trace;
static bool in_bytes;
static long longest; /* bytes in a file of the trace; 0: no limit */
static int part;     /* the file that is open here */

static void give_up(void)
{
    trace = NULL;
    ps_fault(NULL, "cannot write the trace");
}

/* Every entry is written when it is complete, after those of other programs: a crash loses none.  Where there are several
 * loops, those of a block are. */
#ifdef PS_CORES
static void write_out(const void *bytes, size_t length)
{
    ps_keep_trace(bytes, length);
}

void ps_write_trace(const void *bytes, size_t length)
#else
static void write_out(const void *bytes, size_t length)
#endif
{
    if (trace != NULL && part != TRACE_PARTS)
        follow_the_others();
    if (trace == NULL)
        return;
    if (fwrite(bytes, 1, length, trace) != length || fflush(trace) != 0)
        give_up();
    if (longest > 0 && ftello(trace) >= longest)
        begin_next_part();
}

/* -- in bytes ------------------------------------------------------------------------------------ */

static void put_number(struct entry *entry, uint32_t number)
{
    for (; number >= 128; number >>= 7)
        entry->bytes[entry->length++] = (unsigned char)(number | 128);
    entry->bytes[entry->length++] = (unsigned char)number;
}

static void put_text(struct entry *entry, const char *text)
{
    size_t length = strlen(text);
    length = length < MOST_TEXT ? length : MOST_TEXT;
    put_number(entry, (uint32_t)length);
    memcpy(entry->bytes + entry->length, text, length);
    entry->length += length;
}

static void put_key(struct entry *entry, const char *key)
{
    char *rest;
    unsigned long line = strtoul(key, &rest, 10);
    unsigned long column = *rest == ':' ? strtoul(rest + 1, &rest, 10) : 0;
    unsigned long again = *rest == '.' ? strtoul(rest + 1, &rest, 10) : 0;
    put_number(entry, (uint32_t)line);
    put_number(entry, (uint32_t)column << 1 | (again != 0));
    if (again != 0)
        put_number(entry, (uint32_t)again);
}

static void begin(struct entry *entry, enum kind kind, int pid)
{
    unsigned few = pid < MANY_PROCESSES ? (unsigned)pid : MANY_PROCESSES;
    entry->length = 0;
    entry->bytes[entry->length++] = (unsigned char)(few << 3 | (unsigned)kind);
    if (pid >= MANY_PROCESSES)
        put_number(entry, (uint32_t)(pid - MANY_PROCESSES));
}

static void write_entry(const struct entry *entry)
{
    write_out(entry->bytes, entry->length);
}

static void write_words(const char *words)
{
    struct entry entry;
    begin(&entry, WORDS, 0);
    put_text(&entry, words);
    write_entry(&entry);
}

static void write_sign(const char *fingerprint)
{
    struct entry entry = {"\x95pst", 4};
    unsigned byte;
    for (; sscanf(fingerprint, "%2x", &byte) == 1; fingerprint += 2)
        entry.bytes[entry.length++] = (unsigned char)byte;
    write_entry(&entry);
}

/* -- as text --------------------------------------------------------------------------------------- */

static int key_length(const char *text)
{
    return (int)strcspn(text, " ");
}

static void write_line(const char *format, ...)
{
    char line[MOST_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    write_out(line, (size_t)length < sizeof line ? (size_t)length : sizeof line - 1);
}

/* -- what happens ------------------------------------------------------------------------------------ */

static void say_whose_trace(void)
{
    if (in_bytes)
        write_sign(ps_the_model->fingerprint);
    else
        write_line("model %s\n", ps_the_model->fingerprint);
}

static void open_file(void)
{
    part = TRACE_PARTS;
    trace = fopen(name_of_trace, "a");
    if (trace == NULL)
        give_up();
}

/* The first program begins the trace, and says of which model.  What is no file, such as a pipe, is opened only once. */
void ps_open_trace(bool anew)
{
    const char *name = getenv("PENSTOCK_TRACE"), *form = getenv("PENSTOCK_TRACE_FORM"), *most = getenv("PENSTOCK_TRACE_ROTATE");
    name_of_trace = name != NULL ? name : "trace.log";
    in_bytes = form != NULL && strcmp(form, "binary") == 0;
    longest = most != NULL ? strtol(most, NULL, 10) : 0;
    longest = longest == 0 || longest > SHORTEST_FILE ? longest : SHORTEST_FILE;
    open_file();
    if (!anew)
        return;
    if (ftello(trace) > 0 && ftruncate(fileno(trace), 0) != 0)
        give_up();
    say_whose_trace();
}

static void follow_the_others(void)
{
    fclose(trace);
    open_file();
}

/* What was written is put aside, with the number of the part, and the trace goes on in a new file. */
static void begin_next_part(void)
{
    char kept[MOST_BYTES];
    snprintf(kept, sizeof kept, "%s.%d", name_of_trace, ++TRACE_PARTS);
    if (rename(name_of_trace, kept) != 0)
        give_up();
    follow_the_others();
    say_whose_trace();
    if (in_bytes) {
        snprintf(kept, sizeof kept, "part %d", part + 1);
        write_words(kept);
    } else
        write_line("part %d\n", part + 1);
}

/* A trace without this is of a program that did not get to its end. */
void ps_log_over(enum outcome outcome)
{
    static const char *const words[] = {"over ended", "over violated", "over failed", "over deadlock", "over limit"};
    if (trace == NULL)
        return;
    if (in_bytes)
        write_words(words[outcome]);
    else
        write_line("%s\n", words[outcome]);
}

/* A trace can be cut off after a number of steps. */
static void count_step(void)
{
    if (ps_world->steps_left > 0 && STEPS_LEFT == 0)
        ps_halt(PS_LIMIT);
}

static bool is_known_to_the_model(const char *text)
{
    return text[0] >= '0' && text[0] <= '9';
}

void ps_log_step(const ps_process *me, ps_place text)
{
    if (trace != NULL && !in_bytes)
        write_line("step %d %.*s\n", me->pid, key_length(text), text);
    else if (trace != NULL && is_known_to_the_model(text)) {
        struct entry entry;
        begin(&entry, STEP, me->pid);
        put_key(&entry, text);
        write_entry(&entry);
    }
    count_step();
}

void ps_log_value(const ps_process *me, const char *name, int32_t value)
{
    if (trace != NULL && !in_bytes)
        write_line("value %d %s %d\n", me->pid, name, (int)value);
    else if (trace != NULL) {
        struct entry entry;
        begin(&entry, VALUE, me->pid);
        put_text(&entry, name);
        put_number(&entry, (uint32_t)value << 1 ^ (value < 0 ? UINT32_MAX : 0)); /* small ones in one byte */
        write_entry(&entry);
    }
}

void ps_log_meeting(int sender, ps_place sends, int receiver, ps_place receives)
{
    if (trace == NULL)
        return;
    if (in_bytes) {
        struct entry entry;
        begin(&entry, MEET, sender);
        put_key(&entry, sends);
        put_number(&entry, (uint32_t)receiver);
        put_key(&entry, receives);
        write_entry(&entry);
    } else
        write_line("meet %d %.*s %d %.*s\n", sender, key_length(sends), sends, receiver, key_length(receives), receives);
    count_step();
}

void ps_log_end(int pid)
{
    if (trace != NULL && !in_bytes)
        write_line("end %d\n", pid);
    else if (trace != NULL) {
        struct entry entry;
        begin(&entry, END, pid);
        write_entry(&entry);
    }
}

#else

void ps_open_trace(bool anew)
{
    (void)anew;
}

void ps_log_over(enum outcome outcome)
{
    (void)outcome;
}

void ps_log_meeting(int sender, ps_place sends, int receiver, ps_place receives)
{
    (void)sender, (void)sends, (void)receiver, (void)receives;
}

void ps_log_end(int pid)
{
    (void)pid;
}

#endif

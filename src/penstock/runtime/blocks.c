/* What a loop writes, where there are several: it is kept until the loop gives the turn away, and appears together.
 *
 * A loop hears of others only between two such blocks.  So in the order in which blocks appear each is a sequence of steps
 * that the model allows after those before it (decision 0188), and the trace and the output are those of one run.
 */
#include "world.h"

#include <stdlib.h>

struct text {
    char *bytes;
    size_t used, room;
};

static _Thread_local struct text output, trace;
#ifdef PS_TRACE
static _Thread_local struct text written;
#endif
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static bool closed; /* the last words were written */

static char *room_for(struct text *text, size_t length)
{
    if (text->used + length > text->room) {
        text->room = 2 * (text->used + length);
        text->bytes = realloc(text->bytes, text->room);
        if (text->bytes == NULL)
            ps_fault(NULL, "out of memory");
    }
    return text->bytes + text->used;
}

void ps_keep_output(const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length > 0) {
        vsnprintf(room_for(&output, (size_t)length + 1), (size_t)length + 1, format, again);
        output.used += (size_t)length;
    }
    va_end(again);
}

void ps_keep_trace(const void *bytes, size_t length)
{
    memcpy(room_for(&trace, length), bytes, length);
    trace.used += length;
}

#ifdef PS_TRACE
/* A new part of the trace begins with lines of its own, which are kept first, too. */
static void write_kept_trace(void)
{
    while (trace.used > 0) {
        struct text kept = trace;
        trace = written;
        trace.used = 0;
        written = kept;
        ps_write_trace(kept.bytes, kept.used);
    }
}
#endif

void ps_write_block(bool last)
{
    if (output.used == 0 && trace.used == 0 && !last)
        return;
    pthread_mutex_lock(&gate);
    if (!closed) {
        if (output.used > 0)
            fwrite(output.bytes, 1, output.used, stdout);
#ifdef PS_TRACE
        write_kept_trace();
#endif
    }
    closed = closed || last;
    pthread_mutex_unlock(&gate);
    output.used = trace.used = 0;
}

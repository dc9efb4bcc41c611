/* The port for bare Cortex-M processors: start, interrupts' table, and texts over semihosting or, with PS_UART, over the
 * first UARTs of a Stellaris LM3S6965.  A board of your own needs other addresses there, and in cortex_m.ld.
 */
#include "world.h"

/* -- what there is instead of an operating system ------------------------------------------------------------ */

extern uint32_t ps_data_from[], ps_data_begin[], ps_data_end[], ps_zero_begin[], ps_zero_end[], ps_stack_end[];

void ps_reset(void);
int main(void);

static void stop(void)
{
    ps_port_end(PS_HAS_FAILED);
}

void SysTick_Handler(void);

union vector {
    const uint32_t *stack;
    void (*handler)(void);
};

__attribute__((section(".vectors"), used)) static const union vector vectors[16] = {
    {.stack = ps_stack_end}, {.handler = ps_reset}, {.handler = stop}, {.handler = stop},
    {.handler = stop},       {.handler = stop},     {.handler = stop}, {.handler = NULL},
    {.handler = NULL},       {.handler = NULL},     {.handler = NULL}, {.handler = stop},
    {.handler = stop},       {.handler = NULL},     {.handler = stop}, {.handler = SysTick_Handler},
};

enum { PAINT = 0x5a };

/* The stack is painted, so that one can see afterwards how much of it was used. */
void ps_reset(void)
{
    const uint32_t *from = ps_data_from;
    for (uint32_t *to = ps_data_begin; to < ps_data_end; to++)
        *to = *from++;
    for (uint32_t *to = ps_zero_begin; to < ps_zero_end; to++)
        *to = 0;
#ifdef PS_TEXTS
    for (volatile char *at = (char *)ps_zero_end; at < (char *)__builtin_frame_address(0) - 64; at++)
        *at = PAINT;
#endif
    main();
    for (;;)
        continue;
}

/* -- semihosting: a debugger, or an emulator, does what the host can do ----------------------------------------- */

enum { HOST_OPEN = 1, HOST_WRITE = 5, HOST_EXIT = 0x20, HOST_ENDED = 0x20026, FOR_WRITING = 4, FOR_ERRORS = 8 };

static intptr_t ask_host(int what, const void *with)
{
    register intptr_t r0 __asm__("r0") = what;
    register const void *r1 __asm__("r1") = with;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

#ifndef PS_TEXTS

static void flush(void)
{
}

#elif defined(PS_UART)

#define UART(number) ((volatile uint32_t *)(uintptr_t)(0x4000c000u + 0x1000u * (uint32_t)(number)))
enum { DATA = 0, FLAGS = 6, CONTROL = 12, IS_FULL = 0x20, IS_ON = 0x101, UARTS = 3 };

void ps_port_put(int stream, char letter)
{
    static const uint8_t uarts[PS_STREAMS] = {0, 0, 1, 2};
    volatile uint32_t *uart = UART(uarts[stream]);
    uart[CONTROL] = IS_ON;
    while ((uart[FLAGS] & IS_FULL) != 0)
        continue;
    uart[DATA] = (uint8_t)letter;
}

static void flush(void)
{
}

#else

/* A line at a time: every call stops the processor. */
static struct {
    intptr_t handle; /* one more than the host's; 0 before it is open */
    uint8_t count;
    char letters[80];
} lines[PS_STREAMS];

static void flush_line(int stream)
{
    static const char *const names[PS_STREAMS] = {":tt", ":tt", "trace.log", "state.log"};
    static const uint8_t lengths[PS_STREAMS] = {3, 3, 9, 9};
    static const uint8_t modes[PS_STREAMS] = {FOR_WRITING, FOR_ERRORS, FOR_WRITING, FOR_WRITING};
    if (lines[stream].handle == 0) {
        const uintptr_t words[] = {(uintptr_t)names[stream], modes[stream], lengths[stream]};
        lines[stream].handle = ask_host(HOST_OPEN, words) + 1;
    }
    const uintptr_t words[] = {(uintptr_t)(lines[stream].handle - 1), (uintptr_t)lines[stream].letters, lines[stream].count};
    ask_host(HOST_WRITE, words);
    lines[stream].count = 0;
}

void ps_port_put(int stream, char letter)
{
    lines[stream].letters[lines[stream].count++] = letter;
    if (letter == '\n' || lines[stream].count == sizeof lines[stream].letters)
        flush_line(stream);
}

static void flush(void)
{
    for (int stream = 0; stream < PS_STREAMS; stream++)
        if (lines[stream].count > 0)
            flush_line(stream);
}

#endif

/* -- time: the processor's own timer --------------------------------------------------------------------------- */

#ifndef PS_CLOCK
#define PS_CLOCK 12000000 /* cycles in a second */
#endif
#define SYSTICK ((volatile uint32_t *)(uintptr_t)0xe000e010u)

static struct world *ticking;

/* A program that has its own takes the place of this one. */
__attribute__((weak)) void SysTick_Handler(void)
{
    if (ticking != NULL)
        ps_tick(ticking);
}

void ps_port_begin(struct world *instance)
{
    if (!ps_model_here.has_clock && PS_POSTS == 0)
        return;
    ticking = instance;
    SYSTICK[1] = (uint32_t)(PS_TICK * (PS_CLOCK / 1000) / 1000000) - 1;
    SYSTICK[2] = 0;
    SYSTICK[0] = 7;
}

bool ps_port_wait(struct world *instance)
{
    (void)instance;
    if (!ps_model_here.has_clock && PS_POSTS + PS_TAKES == 0)
        return false;
    __asm__ volatile("wfi");
    return true;
}

#ifdef PS_TEXTS
/* How much of the memory behind the variables is as it was painted. */
static void report_stack(void)
{
    const char *at = (const char *)ps_zero_end;
    while (at < (const char *)ps_stack_end && *at == PAINT)
        at++;
    ps_write(PS_REPORTS, "stack: %d bytes used\n", (int32_t)((const char *)ps_stack_end - at));
}
#endif

void ps_port_end(int standing)
{
#ifdef PS_TEXTS
    report_stack();
#endif
    flush();
    const uintptr_t words[] = {HOST_ENDED, (uintptr_t)(standing > 0 ? standing - 1 : 0)};
    ask_host(HOST_EXIT, words);
    for (;;)
        continue;
}

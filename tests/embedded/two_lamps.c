/* Two instances of the lamp: presses for both come from one interrupt, and what the lamps shall be is shown. */
#include "init.h"
#include "runtime/world.h"

enum { LAMPS = 2, PRESSES = 12 };

static ps_instance lamps[LAMPS];
static ps_memory memories[LAMPS];
static volatile uint8_t posted[LAMPS]; /* presses and releases */

/* The first one is pressed twice as often as the second; what does not fit comes with the next tick. */
static void press(int lamp)
{
    const int32_t what = posted[lamp] % 2 == 0 ? pressed : released;
    if (posted[lamp] < PRESSES / (lamp + 1) && ps_post(&lamps[lamp], PS_FROM_button, &what))
        posted[lamp]++;
}

void SysTick_Handler(void)
{
    for (int lamp = 0; lamp < LAMPS; lamp++)
        press(lamp);
}

void ps_on_assertion(ps_instance *instance, int pid, ps_place place)
{
    (void)instance;
    (void)pid;
    (void)place;
}

void ps_on_deadlock(ps_instance *instance)
{
    (void)instance;
}

void ps_on_failure(ps_instance *instance, int pid, ps_place place, int problem)
{
    (void)instance;
    (void)pid;
    (void)place;
    (void)problem;
    for (;;)
        ps_port_end(PS_HAS_FAILED);
}

static void run(int lamp)
{
    int32_t is;
    while (ps_step(&lamps[lamp]) || ps_take(&lamps[lamp], PS_TO_lamp, &is))
        continue;
}

static bool all_posted(void)
{
    return posted[0] == PRESSES && posted[1] == PRESSES / 2;
}

int main(void)
{
    for (int lamp = 0; lamp < LAMPS; lamp++)
        ps_init(&lamps[lamp], &memories[lamp]);
    ps_port_begin(&lamps[0]);
    while (!all_posted()) {
        ps_port_wait(&lamps[0]);
        for (int lamp = 0; lamp < LAMPS; lamp++)
            run(lamp);
    }
    for (int lamp = 0; lamp < LAMPS; lamp++) {
        run(lamp);
        const struct ps_shared *shared = &memories[lamp].shared;
        ps_write(PS_OUTPUT, "lamp %d: %s after %d\n", (int32_t)lamp, shared->shines ? "on" : "off", (int32_t)posted[lamp]);
    }
    ps_port_end(PS_HAS_ENDED);
    return 0;
}

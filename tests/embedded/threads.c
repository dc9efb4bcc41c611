/* A thread presses and releases the button of a lamp; the model's steps are made here, and each must be answered. */
#include "init.h"
#include "runtime/world.h"

#include <pthread.h>
#include <sched.h>
#include <stdio.h>

enum { PRESSES = 3000 };

static ps_instance lamp;
static ps_memory memory;

static void *press(void *unused)
{
    for (int number = 0; number < PRESSES; number++) {
        const int32_t what = number % 2 == 0 ? pressed : released;
        while (!ps_post(&lamp, PS_FROM_button, &what))
            sched_yield();
    }
    return unused;
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

/* Of three presses and releases the lamp is told four: on, off, on, and off with the third release. */
int main(void)
{
    pthread_t thread;
    int changes = 0;
    bool in_order = true;
    ps_init(&lamp, &memory);
    if (pthread_create(&thread, NULL, press, NULL) != 0)
        return 1;
    int32_t is, expected = 1;
    while (changes < PRESSES / 6 * 4) {
        while (ps_step(&lamp))
            continue;
        if (!ps_take(&lamp, PS_TO_lamp, &is)) {
            sched_yield();
            continue;
        }
        in_order = in_order && is == expected;
        expected = 1 - is;
        changes++;
    }
    pthread_join(thread, NULL);
    printf("%d presses, %s\n", (int)PRESSES, in_order ? "all in order" : "not in order");
    return 0;
}

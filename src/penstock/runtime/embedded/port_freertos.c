/* The port for FreeRTOS: the loop is a task, which sleeps until something comes from outside.
 *
 * Your task does what `main` does in main.c.  Whoever calls ps_post or ps_tick then calls ps_port_wake, or, in an
 * interrupt, ps_port_wake_from_interrupt.  Where several tasks have instances, each needs its own ps_world: give
 * PS_PER_THREAD your compiler's word for that, or make their steps in one task.
 */
#include "world.h"

#include "FreeRTOS.h"
#include "task.h"

void ps_port_wake(void);
void ps_port_wake_from_interrupt(void);
void ps_port_write_letter(int stream, char letter); /* yours, where texts are wanted */

static TaskHandle_t looping;

void ps_port_begin(struct world *instance)
{
    (void)instance;
    looping = xTaskGetCurrentTaskHandle();
}

bool ps_port_wait(struct world *instance)
{
    TickType_t longest = portMAX_DELAY;
    if (ps_model_here.has_clock)
        longest = (TickType_t)(PS_TICK / 1000000 / (int64_t)portTICK_PERIOD_MS);
    if (ulTaskNotifyTake(pdTRUE, longest > 0 ? longest : 1) == 0)
        ps_tick(instance);
    return true;
}

void ps_port_wake(void)
{
    if (looping != NULL)
        (void)xTaskNotifyGive(looping);
}

void ps_port_wake_from_interrupt(void)
{
    BaseType_t other = pdFALSE;
    if (looping != NULL)
        vTaskNotifyGiveFromISR(looping, &other);
    portYIELD_FROM_ISR(other);
}

void ps_port_put(int stream, char letter)
{
#ifdef PS_TEXTS
    ps_port_write_letter(stream, letter);
#else
    (void)stream;
    (void)letter;
#endif
}

void ps_port_end(int standing)
{
    (void)standing;
    vTaskDelete(NULL);
    for (;;)
        continue;
}

/* How a bare Cortex-M begins with a program written by hand, and tells an emulator what came out. */
#include <stdint.h>

extern uint32_t ps_data_from[], ps_data_begin[], ps_data_end[], ps_zero_begin[], ps_zero_end[], ps_stack_end[];

int hand_run(void);
void ps_reset(void);

__attribute__((section(".vectors"), used)) static const uintptr_t vectors[2] = {(uintptr_t)ps_stack_end,
                                                                                (uintptr_t)ps_reset};

static void end(int status)
{
    const uintptr_t words[] = {0x20026, (uintptr_t)status};
    register intptr_t r0 __asm__("r0") = 0x20;
    register const void *r1 __asm__("r1") = words;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void ps_reset(void)
{
    const uint32_t *from = ps_data_from;
    for (uint32_t *to = ps_data_begin; to < ps_data_end; to++)
        *to = *from++;
    for (uint32_t *to = ps_zero_begin; to < ps_zero_end; to++)
        *to = 0;
    end(hand_run());
    for (;;)
        continue;
}

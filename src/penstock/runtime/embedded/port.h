/* What the runtime needs of a machine: a file port_*.c for each. */
#ifndef PENSTOCK_PORT_H
#define PENSTOCK_PORT_H

#include <stdint.h>

/* Before other processors, or interrupts, see what follows, they see what was written before. */
#ifndef PS_BARRIER
#if defined(__ARM_ARCH_6M__) || defined(__ARM_ARCH_7M__) || defined(__ARM_ARCH_7EM__) || defined(__AVR__)
#define PS_BARRIER() __asm__ volatile("" ::: "memory") /* one processor, and interrupts see memory in order */
#else
#define PS_BARRIER() __sync_synchronize()
#endif
#endif

#ifndef PS_PER_THREAD
#define PS_PER_THREAD
#endif

enum { PS_OUTPUT, PS_REPORTS, PS_TRACES, PS_STATE, PS_STREAMS };

void ps_port_put(int stream, char letter); /* for texts; nothing else calls it */

/* For the main program that is generated. */
struct world;
void ps_port_begin(struct world *instance); /* once, after ps_init */
_Bool ps_port_wait(struct world *instance); /* for a tick, a message, an interrupt; false if nothing can come any more */
void ps_port_end(int standing);

#endif

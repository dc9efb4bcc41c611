/* What the runtime needs of a machine: a file port_*.c for each. */
#ifndef PENSTOCK_PORT_H
#define PENSTOCK_PORT_H

#include <stdint.h>

/* What an interrupt, or another thread, and the loop tell each other: who sees a byte that was stored sees all that was
 * written before it.  For a compiler without these functions, define both. */
#ifndef PS_STORE
#define PS_STORE(byte, value) __atomic_store_n(&(byte), (value), __ATOMIC_RELEASE)
#define PS_LOAD(byte) __atomic_load_n(&(byte), __ATOMIC_ACQUIRE)
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

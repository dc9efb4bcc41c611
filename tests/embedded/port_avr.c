/* A port for tests where an `int` has 16 bits: an ATmega2560 under simavr, which shows what its UART says.
 * Each line begins with the number of its stream.
 */
#include "world.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>

static int current = -1;

static void send(char letter)
{
    while ((UCSR0A & (1 << UDRE0)) == 0)
        continue;
    UDR0 = (uint8_t)letter;
}

/* Lines of several streams are not mixed: what a model prints may have no end of line, which `~` says. */
void ps_port_put(int stream, char letter)
{
    UCSR0B = 1 << TXEN0;
    if (current != stream && current >= 0) {
        send('~');
        send('\n');
    }
    if (current != stream) {
        send((char)('0' + stream));
        send(' ');
    }
    current = letter == '\n' ? -1 : stream;
    send(letter);
}

void ps_port_begin(struct world *instance)
{
#ifdef PS_TRACE
    instance->steps_left = 200;
#endif
    instance->choice = PS_AVR_CHOICE;
}

bool ps_port_wait(struct world *instance)
{
    if (ps_model_here.has_clock)
        ps_tick(instance);
    return ps_model_here.has_clock;
}

void ps_port_end(int standing)
{
    ps_port_put(9, (char)('0' + standing - 1));
    ps_port_put(9, '\n');
    cli();
    sleep_mode(); /* with interrupts off: the end, for the simulator */
    for (;;)
        continue;
}

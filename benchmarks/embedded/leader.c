/* The election of examples/leader.pml by hand: five state machines, and a queue to each from the one before. */
#include <stdbool.h>
#include <stdint.h>

enum { NODES = 5, CANDIDATE = 2, ELECTED = 1 };

struct message {
    uint8_t kind, number;
};

static struct {
    struct message messages[NODES];
    uint8_t first, count;
} ring[NODES];

static struct {
    bool begun, ended, sends;
    struct message sent;
} nodes[NODES];

static uint8_t leaders;

static uint8_t number_of(int place)
{
    return (uint8_t)((place * 3) % NODES + 1);
}

static bool put(int place, struct message message)
{
    if (ring[place].count == NODES)
        return false;
    ring[place].messages[(ring[place].first + ring[place].count++) % NODES] = message;
    return true;
}

static struct message take(int place)
{
    struct message message = ring[place].messages[ring[place].first];
    ring[place].first = (uint8_t)((ring[place].first + 1) % NODES);
    ring[place].count--;
    return message;
}

static void send(int place, uint8_t kind, uint8_t number)
{
    nodes[place].sends = true;
    nodes[place].sent.kind = kind;
    nodes[place].sent.number = number;
}

static void receive(int place, struct message message)
{
    uint8_t own = number_of(place);
    if (message.kind == CANDIDATE) {
        if (message.number > own)
            send(place, CANDIDATE, message.number);
        else if (message.number == own) {
            leaders++;
            send(place, ELECTED, own);
        }
        return;
    }
    nodes[place].ended = true;
    if (message.number != own)
        send(place, ELECTED, message.number);
}

static bool step(int place)
{
    if (!nodes[place].begun) {
        nodes[place].begun = true;
        send(place, CANDIDATE, number_of(place));
    }
    if (nodes[place].sends) {
        if (!put((place + 1) % NODES, nodes[place].sent))
            return false;
        nodes[place].sends = false;
        return true;
    }
    if (nodes[place].ended || ring[place].count == 0)
        return false;
    receive(place, take(place));
    return true;
}

int hand_run(void);
int hand_run(void)
{
    bool moved = true;
    while (moved && leaders <= 1) {
        moved = false;
        for (int place = 0; place < NODES; place++)
            moved = step(place) || moved;
    }
    return leaders == 1 ? 0 : 1;
}

/* The alternating bit protocol of examples/abp/ideal.pml by hand: two state machines and two channels for one message. */
#include <stdbool.h>
#include <stdint.h>

enum { COUNT = 5 };

struct frame {
    uint8_t tag, data;
};

static struct {
    bool full;
    struct frame frame;
} frames;
static struct {
    bool full;
    uint8_t tag;
} replies;

static struct {
    enum { BEGINS, SENDS, AWAITS, HAS_ENDED } state;
    uint8_t tag, data;
} sender;
static struct {
    uint8_t expected, last;
    bool answers, failed;
    uint8_t answer;
} receiver;

static bool send_step(void)
{
    switch (sender.state) {
    case BEGINS:
        if (sender.data == COUNT) {
            sender.state = HAS_ENDED;
            return true;
        }
        sender.data++;
        sender.state = SENDS;
        return true;
    case SENDS:
        if (frames.full)
            return false;
        frames.frame.tag = sender.tag;
        frames.frame.data = sender.data;
        frames.full = true;
        sender.state = AWAITS;
        return true;
    case AWAITS:
        if (!replies.full)
            return false;
        replies.full = false;
        if (replies.tag == sender.tag) {
            sender.tag = (uint8_t)(1 - sender.tag);
            sender.state = BEGINS;
        } else
            sender.state = SENDS;
        return true;
    default:
        return false;
    }
}

static bool receive_step(void)
{
    if (receiver.answers) {
        if (replies.full)
            return false;
        replies.tag = receiver.answer;
        replies.full = true;
        receiver.answers = false;
        return true;
    }
    if (!frames.full)
        return false;
    frames.full = false;
    if (frames.frame.tag == receiver.expected) {
        receiver.failed = frames.frame.data != receiver.last + 1;
        receiver.last = frames.frame.data;
        receiver.expected = (uint8_t)(1 - receiver.expected);
    }
    receiver.answer = frames.frame.tag;
    receiver.answers = true;
    return true;
}

int hand_run(void);
int hand_run(void)
{
    bool moved = true;
    while (moved && !receiver.failed) {
        moved = send_step();
        moved = receive_step() || moved;
    }
    return receiver.failed ? 1 : 0;
}

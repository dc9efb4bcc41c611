/* Arithmetic as the model has it: 32 bits, what does not fit is dropped. */
#include "world.h"

static int32_t wrapped(uint32_t value)
{
    return (int32_t)value;
}

int32_t ps_add(int32_t left, int32_t right)
{
    return wrapped((uint32_t)left + (uint32_t)right);
}

int32_t ps_subtract(int32_t left, int32_t right)
{
    return wrapped((uint32_t)left - (uint32_t)right);
}

int32_t ps_multiply(int32_t left, int32_t right)
{
    return wrapped((uint32_t)left * (uint32_t)right);
}

int32_t ps_divide(ps_process *me, int32_t left, int32_t right)
{
    if (right == 0)
        ps_fail(me, PS_DIVISION_BY_ZERO, NULL, 0, 0);
    return right == -1 ? ps_subtract(0, left) : left / right;
}

int32_t ps_modulo(ps_process *me, int32_t left, int32_t right)
{
    if (right == 0)
        ps_fail(me, PS_DIVISION_BY_ZERO, NULL, 0, 0);
    return right == -1 ? 0 : left % right;
}

int32_t ps_shift_left(int32_t value, int32_t distance)
{
    return wrapped((uint32_t)value << (distance & 31));
}

/* The sign moves in from the left. */
int32_t ps_shift_right(int32_t value, int32_t distance)
{
    distance &= 31;
    return value >= 0 ? value >> distance : ~(~value >> distance);
}

int32_t ps_index(ps_process *me, int32_t index, int32_t size)
{
    if (index < 0 || index >= size)
        ps_fail(me, PS_OUT_OF_RANGE, NULL, index, size);
    return index;
}

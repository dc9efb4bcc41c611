"""Shapes that are valid in a model and easily wrong in C, as further processes for a random model.

Labels beyond the type of a selector, `_` given a value, long arrays with values, channels in structures for `run`.
"""

from __future__ import annotations

from random import Random

_TYPES = {"bit": 1, "byte": 255, "short": 32767, "int": 2147483647}


def random_shapes(seed: int) -> str:
    """Declarations and processes whose names no random model has."""
    random = Random(seed)
    size = random.choice([1, 63, 64, 65, 66, 200])
    kind = random.choice(list(_TYPES))
    beyond = _TYPES[kind] + random.randint(1, 40) if kind != "int" else -1
    given = random.randint(0, 1)
    index = random.randint(0, size - 1)
    capacity = random.randint(1, 2)
    used = random.choice(["shape_t.shape_c?shape_n", "shape_t.shape_b = 1", "skip"])
    return f"""
typedef ShapeInner {{
    byte shape_f[{random.randint(1, 3)}] = {random.randint(0, 9)};
    chan shape_d[2] = [1] of {{ bit }}
}};
typedef Shape {{ chan shape_c = [{capacity}] of {{ byte }}; byte shape_b }};
{kind} shape_g[{size}] = {given};
ShapeInner shape_s[{random.randint(1, 3)}];
proctype shape_user(Shape shape_t) {{ byte shape_n; {used} }}
active proctype shape_maker() {{
    Shape shape_u; {kind} shape_x = {given}, shape_l[{size}] = {1 - given}; ShapeInner shape_v;
    _ = {random.randint(0, 9)}; _ = shape_x + {random.randint(0, 9)};
    if
    :: shape_x == {beyond} -> assert(false)
    :: shape_x == {given} -> shape_x = 1 - shape_x
    :: shape_x == {beyond + 1 if beyond > 0 else 77} -> assert(false)
    :: else -> assert(false)
    fi;
    assert(shape_g[{index}] == {given} && shape_l[{index}] == {1 - given});
    shape_v.shape_d[1]!1; shape_s[0].shape_d[0]!1;
    assert(shape_v.shape_f[0] + len(shape_v.shape_d[1]) > len(shape_v.shape_d[0]));
    shape_u.shape_c!{random.randint(0, 5)}; run shape_user(shape_u)
}}
"""

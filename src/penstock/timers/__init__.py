"""Discrete time: models with timers as plain Promela, in which a clock process makes time pass.

timer t;                                   short t;
set(t, 5); expire(t)              ->       t = 5 + 1; { d_step { (t == 1); t = 0 } }
"""

from __future__ import annotations

from penstock.timers.lowering import lower

__all__ = ["lower"]

"""How much memory the machine has for searches."""

from __future__ import annotations

from pathlib import Path

_LEAST_MEMORY = 64
_USUAL_MEMORY = 2048
"""MB, where the machine does not say what it has."""


def memory_for_each(searches: int) -> int:
    """MB for each of several searches at the same time: most of what the machine has free."""
    free = [amount for amount in (_machine_memory(), _container_memory()) if amount is not None]
    usual = min(free) * 3 // 4 if free else _USUAL_MEMORY
    return max(_LEAST_MEMORY, usual // max(1, searches))


def _machine_memory() -> int | None:
    try:
        for line in Path("/proc/meminfo").read_text().splitlines():
            if line.startswith("MemAvailable:"):
                return int(line.split()[1]) >> 10
    except (OSError, ValueError):
        pass
    return None


def _container_memory() -> int | None:
    """What a container may still take, if it is limited."""
    try:
        group = Path("/sys/fs/cgroup")
        most, used = int((group / "memory.max").read_text()), int((group / "memory.current").read_text())
        return max(0, most - used) >> 20
    except (OSError, ValueError):
        return None

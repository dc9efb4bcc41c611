"""Certificates with something changed: fields, numbers, names and proofs, as someone who cheats or errs would do it."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

HUGE = "a number of 5000 digits"
STRANGE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 255, 10**18, 0.5, 1e300, float("inf"), float("nan"), "", "q", "BOUNDED", [], {},
    [[]], {"q": 1}, [0, 0, 0, 0], HUGE,
)  # fmt: skip
WORDS = ("BOUNDED", "UNBOUNDED", "UNKNOWN", "finite", "kept_short", "states", "witness", "proofs", "bound", "single")
DEEP = 2000

Path = tuple[Any, ...]


def mutated(data: dict[str, Any], others: list[dict[str, Any]], places: list[str], seed: int) -> str:
    """The text of a certificate with one to three changes; parts may come from others of the same model.

    `places` are the names of the places that weights are given to.
    """
    random = Random(seed)
    if random.random() < 0.3:
        return json.dumps(_cheated(copy.deepcopy(data), places, random))
    changed = copy.deepcopy(data)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        random.choice(CHANGES)(changed, others, random)
    text = json.dumps(changed).replace(json.dumps(HUGE), "7" * 5000)
    return _spoilt(text, random) if random.random() < 0.05 else text


def _cheated(data: dict[str, Any], places: list[str], random: Random) -> dict[str, Any]:
    """Weights that prove too little if a step is not looked at, or if something may weigh less than nothing."""
    proofs = [(channel, proof) for channel in data["channels"] for proof in channel["proofs"]]
    if not proofs:
        return data
    channel, proof = random.choice(proofs)
    weights = proof["weights"]
    if random.random() < 0.5 and weights:
        changed = [random.choice(list(weights))]
    else:
        owner = " ".join(random.choice(places).split(" ")[:2])
        changed = [place for place in places if place.startswith(owner + " ")]
    for place in changed:
        weights[place] = weights.get(place, 0) - 1
    for claim in (channel, proof):
        claim["bound"] = max(0, claim["bound"] - 1)
    return data


def _spoilt(text: str, random: Random) -> str:
    """The text cut off, with a character changed, or inside of many lists."""
    place = random.randrange(len(text))
    return random.choice(
        (
            text[:place],
            text[:place] + random.choice('[]{}",:-0eN\\') + text[place + 1 :],
            "[" * DEEP + text + "]" * DEEP,
            "[" * (50 * DEEP),
        )
    )


def _places(data: Any, path: Path = ()) -> Iterator[Path]:
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield (*path, key)
        yield from _places(value, (*path, key))


def _at(data: Any, path: Path) -> Any:
    for key in path:
        data = data[key]
    return data


def _some_place(data: Any, random: Random) -> tuple[Any, Any]:
    """A list or an object in the data, and a key in it; those near the top are as likely as all others together."""
    places = list(_places(data))
    shallow = [path for path in places if len(path) <= 3]
    *path, key = random.choice(shallow if random.random() < 0.5 else places)
    return _at(data, tuple(path)), key


def _replace(data: Any, _: Any, random: Random) -> None:
    parent, key = _some_place(data, random)
    parent[key] = copy.deepcopy(random.choice(STRANGE))


def _nudge(data: Any, _: Any, random: Random) -> None:
    """Change a number a little: bounds and weights that are nearly right."""
    numbers = [path for path in _places(data) if type(_at(data, path)) is int]
    if numbers:
        *path, key = random.choice(numbers)
        _at(data, tuple(path))[key] += random.choice((-2, -1, -1, 1, 2, 100))


def _delete(data: Any, _: Any, random: Random) -> None:
    parent, key = _some_place(data, random)
    del parent[key]


def _repeat(data: Any, _: Any, random: Random) -> None:
    """Say something twice: a channel, a proof, a step."""
    lists = [path for path in _places(data) if isinstance(_at(data, path), list) and _at(data, path)]
    if lists:
        found = _at(data, random.choice(lists))
        found.insert(random.randrange(len(found) + 1), copy.deepcopy(random.choice(found)))


def _rename(data: Any, _: Any, random: Random) -> None:
    parent, key = _some_place(data, random)
    if isinstance(parent, dict):
        parent[random.choice(WORDS)] = parent.pop(key)


def _swap(data: Any, others: list[Any], random: Random) -> None:
    """Take a part from another certificate of the same model, or from elsewhere in this one."""
    parent, key = _some_place(data, random)
    source, other = _some_place(random.choice([data, *others]), random)
    parent[key] = copy.deepcopy(source[other])


def _lower(data: Any, _: Any, random: Random) -> None:
    """Claim less than was proved, everywhere."""
    for channel in data.get("channels", []) if isinstance(data.get("channels"), list) else []:
        for place in [channel, *_proofs(channel)] if isinstance(channel, dict) else []:
            if type(place.get("bound")) is int:
                place["bound"] = max(0, place["bound"] - random.choice((1, 1, 2)))


def _proofs(channel: dict[str, Any]) -> list[dict[str, Any]]:
    proofs = channel.get("proofs")
    return [proof for proof in proofs if isinstance(proof, dict)] if isinstance(proofs, list) else []


def _claim(data: Any, _: Any, random: Random) -> None:
    """Claim something else about a channel, and a verdict that fits."""
    channels = data.get("channels")
    if not isinstance(channels, list) or not channels or not isinstance(channels[0], dict):
        return
    channel = random.choice(channels)
    if not isinstance(channel, dict):
        return
    for kind in ("states", "kept_short", "finite", "witness"):
        channel.pop(kind, None)
    channel["proofs"] = []
    channel["bound"] = random.choice((None, 0, 1, 2))
    kind = random.choice(("states", "kept_short", "finite", "nothing"))
    if kind != "nothing":
        channel[kind] = 7 if kind == "states" else True
    if kind == "finite":
        channel["bound"] = None
        data["separation"] = data.get("separation") or {"weights": {}, "single": -1, "parts": []}
    data["verdict"] = random.choice(WORDS[:3])


def _assume(data: Any, _: Any, random: Random) -> None:
    """Take something else for granted."""
    assumptions = data.get("assumptions")
    if isinstance(assumptions, dict):
        name = random.choice(("process_limit", "messages", "told_apart", "channels"))
        choices: dict[str, list[Any]] = {
            "process_limit": [0, 1, 2, 3, 255, None],
            "messages": ["fine", "coarse", "all"],
            "told_apart": [[], [["", 0, "q"]], [["", 0, "x"]] * 50, [["P", -1, "x"]], [["P", 0]]],
            "channels": ["without limit", "as declared"],
        }
        assumptions[name] = random.choice(choices[name])


CHANGES: tuple[Callable[[Any, list[Any], Random], None], ...] = (
    _replace, _nudge, _nudge, _delete, _repeat, _rename, _swap, _swap, _lower, _claim, _assume,
)  # fmt: skip

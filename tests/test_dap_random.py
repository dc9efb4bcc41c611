"""Clients that do anything in any order: every request is answered, and the run is never confused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.debugging import Body, DebugClient, Refused, adapter
from tests.support import batches

EXAMPLES = Path(__file__).parent.parent / "examples"
MODELS = ["crossing.pml", "leader.pml", "granting.pml", "retry.pml", "actors/buffer.apml", "abp/abp.pch"]
EXPRESSIONS = [
    "1 + 1",
    "_nr_pr",
    "len(requests)",
    "nothing",
    "x +",
    "i",
    "_pid",
    "1 / 0",
    "np_",
    "timeout",
    "(",
    "a[9]",
]
MOVES = ["next", "stepIn", "stepOut", "stepBack", "reverseContinue", "continue", "restartFrame", "goto", "stepIn"]
_UNEXPECTED = ("fault in penstock", "not as they should be")


class RandomClient:
    """Asks for something that makes sense, or nearly."""

    def __init__(self, client: DebugClient, path: Path, chance: Random) -> None:
        self.client, self.path, self.chance = client, path, chance
        self.lines = len(path.read_text().splitlines())
        self.source = {"path": str(path)}
        self.thread = 1
        self.frames = [1]
        self.references = [1]

    def ask(self, command: str, **arguments: Any) -> Body:
        """An answer, or a refusal that is not our own fault."""
        try:
            return self.client.ask(command, **arguments)
        except Refused as problem:
            assert not any(text in str(problem) for text in _UNEXPECTED), (command, arguments, str(problem))
            return {}

    def act(self) -> None:
        actions: list[Callable[[], None]] = [
            self.move,
            self.move,
            self.move,
            self.look,
            self.set,
            self.stop_at,
            self.say,
        ]
        self.chance.choice(actions)()

    def move(self) -> None:
        command = self.chance.choice(MOVES)
        arguments: Body = {"threadId": self.thread}
        if command == "stepIn" and self.chance.random() < 0.5:
            targets = self.ask("stepInTargets", frameId=self.chance.choice(self.frames)).get("targets", [])
            arguments["targetId"] = self.chance.choice([one["id"] for one in targets] or [3])
        if command == "goto":
            targets = self.ask("gotoTargets", source=self.source, line=self.any_line()).get("targets", [])
            arguments["targetId"] = targets[0]["id"] if targets else 1
        if command == "restartFrame":
            arguments = {"frameId": self.chance.choice(self.frames)}
        try:
            self.client.ask(command, **arguments)
        except Refused as problem:
            assert not any(text in str(problem) for text in _UNEXPECTED), (command, str(problem))
            return
        try:
            stop = self.client.wait("stopped", 1.0)
        except AssertionError:
            stop = self.client.move("pause", threadId=self.thread)
        self.thread = stop["threadId"]

    def any_line(self) -> int:
        return self.chance.randint(1, self.lines)

    def look(self) -> None:
        threads = self.ask("threads")["threads"]
        assert threads
        for thread in threads:
            frames = self.ask("stackTrace", threadId=thread["id"])["stackFrames"]
            for frame in frames:
                assert 1 <= frame["line"] <= self.lines
                for scope in self.ask("scopes", frameId=frame["id"])["scopes"]:
                    variables = self.ask("variables", variablesReference=scope["variablesReference"])["variables"]
                    assert len(variables) == scope["namedVariables"]
                    self.references.append(scope["variablesReference"])
            self.frames = [frame["id"] for frame in frames] or self.frames

    def set(self) -> None:
        reference = self.references[-1]
        variables = self.ask("variables", variablesReference=reference).get("variables", [])
        for one in variables[:2]:
            value = self.chance.choice(["0", "1", "256", "-1", "x", "off", ""])
            self.ask("setVariable", variablesReference=reference, name=one["name"], value=value)
            self.ask("dataBreakpointInfo", variablesReference=reference, name=one["name"])

    def stop_at(self) -> None:
        breakpoints = [
            {"line": self.any_line(), "condition": self.chance.choice(["", *EXPRESSIONS]), "hitCondition": hits}
            for hits in self.chance.sample(["", ">= 2", "% 3", "x"], 2)
        ]
        self.ask("setBreakpoints", source=self.source, breakpoints=breakpoints)
        ids = [self.chance.choice(EXPRESSIONS)]
        self.ask("setDataBreakpoints", breakpoints=[{"dataId": one} for one in ids])
        filters = ["assertion", "deadlock", "livelock", "error", "full"]
        self.ask("setExceptionBreakpoints", filters=self.chance.sample(filters, 2))

    def say(self) -> None:
        frame = self.chance.choice([None, *self.frames])
        self.ask("evaluate", expression=self.chance.choice(EXPRESSIONS), frameId=frame, context="watch")
        self.ask("evaluate", expression=":choices", context="repl")
        self.ask("completions", text="le", column=3, frameId=frame)
        self.ask("penstock/choices")
        self.ask("penstock/places")
        self.ask("exceptionInfo", threadId=self.thread)


@pytest.mark.parametrize("batch", batches(4))
@pytest.mark.parametrize("name", MODELS)
def test_anything_in_any_order(name: str, batch: int) -> None:
    chance = Random(f"{name} {batch}")
    path = EXAMPLES / name
    with adapter() as client:
        client.launch(path, seed=batch, stopOnEntry=True)
        somebody = RandomClient(client, path, chance)
        for _ in range(40):
            somebody.act()
        assert client.ask("threads")["threads"]

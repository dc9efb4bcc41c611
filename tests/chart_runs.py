"""Runs to draw, made up without a model: small ones for every form, and random but consistent ones."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field, replace
from random import Random

from penstock.machine.obstacles import Obstacle, ObstacleKind
from penstock.machine.trace import Change, Ending, Instance, Message, RunTrace, Step, Waiting


@dataclass
class Recorder:
    """Writes down a run step by step, and keeps the books about who is alive and what is where."""

    names: list[str]
    file: str = "model.pml"
    steps: list[Step] = field(default_factory=list)
    queues: dict[str, deque[Message]] = field(default_factory=dict)
    numbers: int = 0
    gone: set[int] = field(default_factory=set)

    def step(self, process: int | None, statement: str, **more: object) -> None:
        line = 10 + len(self.steps) % 60
        step = Step(len(self.steps) + 1, process, self.file, line, statement)
        self.steps.append(replace(step, **more))  # type: ignore[arg-type]

    def local(self, process: int | None, statement: str = "x = x + 1") -> None:
        self.step(process, statement, changes=(Change("x", "0", "1"),))

    def send(self, process: int, channel: str, *values: str) -> None:
        self.numbers += 1
        message = Message("send", process, channel, values, self.numbers)
        self.queues.setdefault(channel, deque()).append(message)
        self.step(process, f"{channel}!{','.join(values)}", messages=(message,))

    def lose(self, process: int, channel: str, *values: str) -> None:
        self.numbers += 1
        message = Message("lost", process, channel, values, self.numbers)
        self.step(process, f"{channel}!{','.join(values)}", messages=(message,))

    def take(self, process: int, channel: str, action: str = "receive") -> None:
        queue = self.queues[channel]
        sent = queue.popleft() if action == "receive" else queue[0]
        self.step(process, f"{channel}?x", messages=(replace(sent, action=action, process=process),))

    def meet(self, process: int, other: int, channel: str, *values: str) -> None:
        self.numbers += 1
        send = Message("send", process, channel, values, self.numbers, True)
        receive = replace(send, action="receive", process=other)
        more = {"partner": other, "partner_file": self.file, "partner_line": 99, "partner_statement": f"{channel}?x"}
        self.step(process, f"{channel}!{','.join(values)}", messages=(send, receive), **more)

    def end(self, process: int) -> None:
        self.gone.add(process)
        self.step(process, "-end-", ended=True)

    def start(self, process: int, name: str) -> int:
        self.names.append(name)
        self.step(process, f"run {name}()", started=(len(self.names) - 1,))
        return len(self.names) - 1

    def trace(self, outcome: str = "finished", reason: str = "", loop: int | None = None, **more: object) -> RunTrace:
        processes = tuple(Instance(name, name.split("#")[0], pid) for pid, name in enumerate(self.names))
        return replace(RunTrace(processes, tuple(self.steps), Ending(outcome), reason, loop=loop), **more)  # type: ignore[arg-type]


def waits_because(text: str) -> Obstacle:
    return Obstacle(ObstacleKind.FALSE, text=text)


def every_form() -> RunTrace:
    """A run in which everything happens that a chart can show."""
    run = Recorder(["init"])
    sender, receiver = run.start(0, "sender"), run.start(0, "receiver")
    run.end(0)
    run.meet(sender, receiver, "open", "hello")
    run.send(sender, "q", "data", "1", "2")
    run.local(sender)
    run.local(sender, "y = 2")
    run.local(None, "!p")
    run.local(receiver)
    run.send(sender, "q", "data", "2", "3")
    run.take(receiver, "q")
    run.send(receiver, "own", "7")
    run.take(receiver, "q", "peek")
    run.step(receiver, 'printf("<got> & %d\\n", 1)', printed='<got> & "1"\n')
    run.take(receiver, "q")
    run.take(receiver, "own")
    run.lose(sender, "lossy", "nack")
    run.send(sender, "q", "bye")
    return run.trace(
        "deadlock",
        "no process can move",
        waiting=(
            Waiting(sender, "model.pml", 31, "back?ack", (waits_because("channel back is empty"),)),
            Waiting(receiver, "model.pml", 52, "(done)", (waits_because("done is 0"),)),
        ),
    )


def lasso() -> RunTrace:
    """A run that ends in a cycle."""
    run = Recorder(["ping", "pong"])
    run.local(0)
    run.send(0, "there", "ball")
    run.take(1, "there")
    run.send(1, "back", "ball")
    run.take(0, "back")
    return run.trace("cycle", "the run repeats without progress", loop=2)


def failed() -> RunTrace:
    """A run that ends with a failed assertion."""
    run = Recorder(["main"])
    run.local(0)
    run.step(0, "assert(x == 2)")
    return run.trace("assertion", "assert(x == 2) fails: x is 1")


TEXTS = ("ack", "data", "17", "4")


def random_run(
    processes: int, steps: int, seed: int, texts: tuple[str, ...] = TEXTS, name: str = "process"
) -> RunTrace:
    """A consistent run with many of everything; `texts` are what is sent and printed."""
    chance = Random(seed)
    run = Recorder([f"{name}{number}" for number in range(max(1, processes // 2))])
    while len(run.steps) < steps:
        alive = [process for process in range(len(run.names)) if process not in run.gone]
        one, other = chance.choice(alive), chance.choice(alive)
        full = [name for name, queue in run.queues.items() if queue]
        match chance.randrange(11):
            case 0 | 1 | 2:
                run.send(one, f"q{chance.randrange(processes)}", *chance.choices(texts, k=chance.randrange(1, 4)))
            case 3 | 4 | 5 | 6 if full:
                run.take(other, chance.choice(full))
            case 7 if one != other:
                run.meet(one, other, "sync", chance.choice(texts), str(len(run.steps)))
            case 8:
                for _ in range(chance.randrange(1, 6)):
                    run.local(chance.choice([one, other, None]))
            case 9 if len(run.names) < processes:
                run.start(one, f"{name}{len(run.names)}")
            case 10:
                _rare(run, chance, one, full, chance.choice(texts))
            case _:
                run.local(one)
    return _ended(run, chance, chance.choice(texts))


def _rare(run: Recorder, chance: Random, process: int, full: list[str], text: str) -> None:
    kind = chance.randrange(4)
    if kind == 0:
        run.lose(process, "lossy", text, "3")
    elif kind == 1 and full:
        run.take(process, chance.choice(full), "peek")
    elif kind == 2 and len(run.gone) + 1 < len(run.names):
        run.end(process)
    else:
        run.step(process, "printf(...)", printed=f"process {process} has reached {text}\n")


def _ended(run: Recorder, chance: Random, text: str) -> RunTrace:
    outcome = chance.choice(["finished", "deadlock", "assertion", "error", "limit", "cycle", "claim", "trail"])
    loop = chance.randrange(1, len(run.steps) + 2) if outcome == "cycle" else None
    waiting = (Waiting(0, "model.pml", 7, f"q?{text}", (waits_because(text),)),) if outcome == "deadlock" else ()
    return run.trace(outcome, text, loop, waiting=waiting)

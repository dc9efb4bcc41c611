"""What the words of the language mean, in a line each."""

from __future__ import annotations

UNIT_WORDS = {
    "active": "start processes of this type by themselves: `active [2] proctype P() { ... }`",
    "proctype": "a type of processes: `proctype P(byte x) { ... }`, started by `run P(1)`",
    "D_proctype": "a type of processes that must be deterministic",
    "init": "the process that starts first",
    "never": "behaviour that must not occur, as an automaton",
    "trace": "in which order sends and receives must occur",
    "notrace": "an order of sends and receives that must not occur",
    "ltl": "a property: `ltl name { [] (x < 3) }`",
    "inline": "a text with parameters, put in where it is called",
    "typedef": "a type with fields: `typedef T { byte a; byte b }`",
    "mtype": "names for messages: `mtype = { ping, pong }`, or a variable that holds one",
    "chan": "a channel: `chan q = [2] of { mtype, byte }`; capacity 0 is a rendezvous",
    "hidden": "a variable that is not part of the state",
    "local": "a global variable that only one process uses",
    "show": "a variable that SPIN shows in message sequence charts",
    "c_decl": "declarations in C",
    "c_state": "a variable in C that is part of the state",
    "c_track": "memory of C that is part of the state",
    "env": "open: `env q ? a(0 .. 9);` says what may come from outside, `env chan q` that the other end is there,"
    " `env byte x` that the outside writes `x`, `env protocol p { ... }` what the outside does",
}
TYPE_WORDS = {
    "bit": "0 or 1",
    "bool": "`true` or `false`",
    "byte": "0 to 255",
    "pid": "the number of a process, 0 to 255",
    "short": "-32768 to 32767",
    "int": "-2147483648 to 2147483647",
    "unsigned": "a number with a width in bits: `unsigned x : 4`",
    "mtype": "a message type by name",
    "chan": "a channel",
    "timer": "counts down to 0: `set(t, 5)`, `expire(t)`, `reset(t)`",
}
STATEMENT_WORDS = {
    "if": "choose an option that can be executed; wait if there is none",
    "fi": "the end of `if`",
    "do": "choose options again and again, until `break`",
    "od": "the end of `do`",
    "else": "chosen when no other option can be executed",
    "break": "leave the innermost `do`",
    "goto": "go on at a label",
    "atomic": "one step after the other without interruption, as long as none of them waits",
    "d_step": "a deterministic sequence as one step; it must not wait in the middle",
    "unless": "do the first until the second can be executed",
    "for": "`for (i : 1 .. n) { ... }`, or `for (m in q)` and `for (i in a)`",
    "select": "any value of a range: `select (i : 1 .. n)`",
    "assert": "an error if this does not hold here",
    "printf": 'print in simulations: `printf("%d\\n", x)`; `%e` prints a message type',
    "printm": "print the name of a message type",
    "run": "start a process; the value is its number, or 0 if there are too many",
    "skip": "do nothing, in one step",
    "xr": "only this process receives from these channels",
    "xs": "only this process sends to these channels",
    "c_code": "a step in C",
    "set_priority": "change the priority of a process",
    "set": "start a timer: `set(t, 5)`",
    "reset": "stop a timer: `reset(t)`",
}
EXPRESSION_WORDS = {
    "len": "how many messages are in a channel",
    "empty": "whether a channel is empty; `nempty` is the opposite",
    "nempty": "whether a channel is not empty",
    "full": "whether a channel is full; `nfull` is the opposite",
    "nfull": "whether a channel is not full",
    "timeout": "true when nothing else in the model can be executed",
    "np_": "true where no process is at a progress label; for never claims",
    "eval": "in a receive: the field must have this value",
    "enabled": "whether a process can execute something",
    "pc_value": "the number of the state a process is in",
    "get_priority": "the priority of a process",
    "c_expr": "a condition in C",
    "expire": "true when a timer has run down; passing a condition with this in it turns the timer off",
    "remaining": "how many ticks a timer has left; -1 if it is off",
    "true": "1",
    "false": "0",
}
PREDEFINED_WORDS = {
    "_pid": "the number of this process",
    "_nr_pr": "how many processes there are",
    "_last": "the process that made the last step",
    "_priority": "the priority of this process",
    "_": "a value that nobody needs: `q?_, x`",
}
FORMULA_WORDS = {
    "always": "`[]`: from now on, in every state",
    "eventually": "`<>`: now or in some later state",
    "until": "`U`: the first holds until the second does, and that will happen",
    "weakuntil": "`W`: the same, but the second need not happen",
    "release": "`V`: the second holds until, and when, the first does",
    "implies": "`->`",
    "equivalent": "`<->`",
}
ACTOR_WORDS = {
    "actortype": "a type of actors: state, and methods that handle messages",
    "actor": "a variable that holds an actor",
    "method": "what an actor does with a message: `method put(byte x) restrain (used < 3) ...`",
    "restrain": "a message is only handled where this holds",
    "defer": "a message waits as long as this holds; in a state, `defer put` lets it wait for another state",
    "ignore": "a message is dropped where this holds; in a state, `ignore put` drops it",
    "state": "what an actor or a monitor does while it is in it: `state idle { on get(x) ... goto busy }`",
    "on": "what is done with a message in this state: `on put(byte x) ...`",
    "entry": "what is done when the state is entered",
    "exit": "what is done when the state is left",
    "hot": "a state of a monitor that must be left again",
    "monitor": "what must hold of messages: `monitor turns observes server.open { state free { ... } }`",
    "observes": "the messages that a monitor sees: `observes server.open, server.close`",
    "test": "another beginning than `main`: `test few(N in 1..3) with turns expects holds { ... }`",
    "expects": "how a test ends: holds, violated, violated by NAME, deadlock, livelock, assertion or unhandled",
    "with": "the monitors and formulas that a test looks at, and its options: `with turns, defer ordered`",
    "network": "what may happen to messages on their way: `network lossy for data, ack`",
    "struct": "a type with fields: `struct pair { byte a; actor b }`",
    "enum": "names for values: `enum colour { red, green }`",
    "function": "a name for a value with parameters: `function larger(byte a, b) = (a > b -> a : b)`",
    "after": "a message that comes later: `after(3) server <- check()`",
    "self": "the actor itself, like `this`",
    "create": "a new actor: `create buffer(3)`",
    "this": "the actor itself",
    "stop": "the actor ends; what is sent to it is lost",
    "nobody": "no actor: `if :: next == nobody -> ...`",
    "main": "what happens first",
    "var": "the state of an actor",
}
SPECIFICATION_WORDS = {
    "promela_MS": "only in the model",
    "c_code_IS": "only in the program",
    "c_decl_IS": "declarations of the program alone",
}
DIRECTIVES = {
    "define": "`#define NAME text`, or with parameters `#define NAME(a) text`",
    "include": "put in another file",
    "ifdef": "only if a macro is defined",
    "ifndef": "only if a macro is not defined",
    "if": "only if a number is not 0",
    "else": "otherwise",
    "elif": "otherwise, if a number is not 0",
    "endif": "the end of `#if`",
    "undef": "forget a macro",
    "error": "stop with a message",
}
LABEL_PREFIXES = {
    "end": "a process may stop here without being stuck",
    "progress": "a cycle through here is progress",
    "accept": "a cycle through here is an error",
}
EVERY_WORD = (
    UNIT_WORDS
    | TYPE_WORDS
    | STATEMENT_WORDS
    | EXPRESSION_WORDS
    | FORMULA_WORDS
    | PREDEFINED_WORDS
    | {"mtype": UNIT_WORDS["mtype"], "chan": UNIT_WORDS["chan"]}
)

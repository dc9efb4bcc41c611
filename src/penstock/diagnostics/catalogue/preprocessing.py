"""E1xx: before the model is read, the lines that begin with `#` are carried out and macros are replaced."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E101",
        title="a preprocessor directive cannot be read",
        explanation="""
            A line that begins with `#` is a directive to the preprocessor, which knows only a few words: `define`,
            `undef`, `include`, `if`, `ifdef`, `ifndef`, `elif`, `else`, `endif` and `error`. SPIN hands such lines
            to the C preprocessor, which stops at a word it does not know. The same code is used where the word is
            known but what follows it is missing, such as the name after `#define`. Check the spelling of the word
            and what follows it.
        """,
        example="""\
#defien LIMIT

init {
    printf("started\\n")
}
""",
        fixed="""\
#define LIMIT

init {
    printf("started\\n")
}
""",
    ),
    Entry(
        code="E102",
        title="a comment is never closed",
        explanation="""
            A comment that begins with `/*` continues to the next `*/`, across any number of lines. Without a `*/` it
            swallows the rest of the file, and nothing of the model is left. Close the comment where it should end, or
            use `//`, which ends with its line. Comments do not nest: the first `*/` ends the outer comment as well.
        """,
        example="""\
/* how many clients there are
byte clients = 2;

init {
    clients = 3
}
""",
        fixed="""\
/* how many clients there are */
byte clients = 2;

init {
    clients = 3
}
""",
    ),
    Entry(
        code="E103",
        title="`#if`, `#else` and `#endif` do not fit together",
        explanation="""
            Each `#if`, `#ifdef` or `#ifndef` needs an `#endif` in the same file, with any number of `#elif` and at
            most one `#else`, in this order, between the two. The condition of `#if` is an expression of numbers and
            macros, as in C. The preprocessor cannot know which lines belong to the model if the pairs do not match.
            Add what is missing, or remove what is left over.
        """,
        example="""\
byte lost;

#ifdef LOSSY
inline lose() { lost++ }

init {
    lost = 0
}
""",
        fixed="""\
byte lost;

#ifdef LOSSY
inline lose() { lost++ }
#endif

init {
    lost = 0
}
""",
    ),
    Entry(
        code="E104",
        title="an included file cannot be read",
        explanation="""
            `#include "name"` puts the text of another file in its place. The file is looked for beside the file that
            includes it, then in the directories given by `-I`. Here it was not found, or two files include each
            other without end. Check the name, add the directory with `-I`, or guard a file that may be included
            twice with `#ifndef`.
        """,
        example="""\
#include "no-such-file.h"

init {
    printf("started\\n")
}
""",
        fixed="""\
#define CLIENTS 2

init {
    printf("%d clients\\n", CLIENTS)
}
""",
    ),
    Entry(
        code="E105",
        title="the call of a macro is never closed",
        explanation="""
            The arguments of a macro continue to the `)` that matches the first `(`, even across lines. Without
            it the call swallows the rest of the file, so nothing after it can be read. Add the missing `)`.
        """,
        example="""\
#define COUNTER(name) byte name = 0;

COUNTER(lost;

init {
    lost = 1
}
""",
        fixed="""\
#define COUNTER(name) byte name = 0;

COUNTER(lost);

init {
    lost = 1
}
""",
    ),
    Entry(
        code="E106",
        title="a macro is called with the wrong number of arguments",
        explanation="""
            A macro with parameters must be given one argument for each of them, separated by commas. The
            preprocessor replaces parameters by position, so one argument too many or too few leaves it without a
            sensible result. Commas inside parentheses do not count: put parentheses around an argument that
            contains one.
        """,
        example="""\
#define SEND(channel, value) channel!value

chan box = [1] of { byte };

init {
    SEND(box, 1, 2);
    box?_
}
""",
        fixed="""\
#define SEND(channel, value) channel!value

chan box = [1] of { byte };

init {
    SEND(box, 1);
    box?_
}
""",
    ),
    Entry(
        code="E107",
        title="macros expand to more text than can be read",
        explanation="""
            Each macro below contains the one before it twice, so each doubles the length of the text: thirty of
            them turn one word into a billion. No model that a verifier could work on is that long, so
            reading stops at a limit. Replace the last macros with a loop, an inline or a process.
        """,
        example="""\
#define A1  x++; x++
#define A2  A1; A1
#define A3  A2; A2
/* ... and so on, up to ... */
#define A30 A29; A29

byte x;

init {
    A30
}
""",
        fixed=None,
        runnable=False,
    ),
    Entry(
        code="E108",
        title="the model itself stops with `#error`",
        explanation="""
            The author of the model put `#error` where reading should not go on, most often because a macro must be
            defined first. The text after `#error` says what is needed. Define the macro in the model, or give it on
            the command line as in `-D CLIENTS=3`.
        """,
        example="""\
#ifndef CLIENTS
#error say how many clients there are with -D CLIENTS=3
#endif

init {
    skip
}
""",
        fixed="""\
#define CLIENTS 3

#ifndef CLIENTS
#error say how many clients there are with -D CLIENTS=3
#endif

init {
    skip
}
""",
    ),
    Entry(
        code="E109",
        title="the text is too long to be read",
        explanation="""
            After the files are included and the macros replaced, the text has millions of words. Models are written
            by people or by generators, and neither SPIN nor Penstock could do anything useful with one of that
            length, so reading stops. Perhaps the file is not a model, or a generator writes out what a loop or an
            array could express.
        """,
        example="""\
byte x;

init {
    x++; x++; x++; x++; x++; x++; x++; x++; x++; x++;
    /* ... and so on, for many megabytes ... */
    skip
}
""",
        fixed=None,
        runnable=False,
    ),
]

"""E951 to E960: mistakes in projects."""

from __future__ import annotations

from penstock.diagnostics.catalogue.entry import Entry

ENTRIES = [
    Entry(
        code="E951",
        title="a project file that is not TOML",
        explanation="""
            The file of a project is written in TOML: tables in brackets, and keys with values. What cannot be read
            as that says nothing about any model.
        """,
        example="""\
[[model]]
file = model.pml
""",
        fixed="""\
[[model]]
file = "model.pml"
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E952",
        title="a key that projects do not have",
        explanation="""
            A key that nobody knows would be overlooked, and what it was meant to say with it. The hint names the
            key that looks most like it.
        """,
        example="""\
[[model]]
file = "model.pml"
verifies = { safety = "holds" }
""",
        fixed="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E953",
        title="a value that does not fit its key",
        explanation="""
            Every key takes values of one kind: texts, numbers, lists, or one of a few words. A wrong one is told
            before anything is run.
        """,
        example="""\
[[model]]
file = "model.pml"
verify = { safety = "true" }
""",
        fixed="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E954",
        title="a model without a file",
        explanation="""
            Each `[[model]]` names the files that it speaks of, by a path or a pattern such as `models/*.pml`. Paths
            are seen from the project file.
        """,
        example="""\
[[model]]
verify = { safety = "holds" }
""",
        fixed="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E955",
        title="a file that is not there",
        explanation="""
            A path or a pattern that fits no file is a mistake. A model that was renamed would no longer be tested
            otherwise, and nobody would notice.
        """,
        example="""\
[[model]]
file = "modle.pml"
""",
        fixed="""\
[[model]]
file = "model.pml"
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E956",
        title="an expectation about a property or channel that the model does not have",
        explanation="""
            Properties are `safety`, `assertions`, `deadlock` and what else the model has: `acceptance` and
            `progress` labels, a never claim, and ltl formulas by their names. Channels are named as `bound` names
            them: `q`, `P.q` for one that is declared in a process, and `q` or `q[1]` for all or one of an array.
            An expectation about anything else could never be met, or broken.
        """,
        example="""\
[[model]]
file = "model.pml"
verify = { delivery = "holds" }
""",
        fixed="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E957",
        title="an expectation about nothing",
        explanation="""
            What is expected belongs to something: a comment in a model to the formula or channel before it, and the
            number of a line to a text with so many lines. Otherwise nothing is tested.
        """,
        example="""\
[[model]]
file = "model.pml"
unreached = [1000]
""",
        fixed="""\
[[model]]
file = "model.pml"
unreached = []
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E958",
        title="two expectations that contradict each other",
        explanation="""
            Several entries may speak of one model, and what they expect is joined. They cannot expect different
            things of the same property or channel, and a macro has one value at a time.
        """,
        example="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }

[[model]]
file = "*.pml"
verify = { safety = "violated" }
""",
        fixed="""\
[[model]]
file = "model.pml"
verify = { safety = "holds" }
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
    Entry(
        code="E959",
        title="a comment whose expectation cannot be understood",
        explanation="""
            Behind a formula a comment expects `holds` or `violated`, behind a channel `<= 3`, `bounded` or
            `unbounded`. Anything else is a mistake, since an expectation that is overlooked would be worse.
        """,
        example="""\
chan q = [4] of { byte }; /* expect: small */
init { q!1 }
""",
        fixed="""\
chan q = [4] of { byte }; /* expect: <= 1 */
init { q!1 }
""",
        runnable=False,
        file="model.pml",
        verb="test",
    ),
    Entry(
        code="E960",
        title="a macro that makes no difference",
        explanation="""
            A macro of `define` or `variants` that the model does not mention, or that the model defines itself
            whatever is given, changes nothing: the same model would be tested for every value, and it would look as
            if many had been. Macros that only some models need belong into `[defaults]`, where this is no mistake.
        """,
        example="""\
[[model]]
file = "model.pml"
variants = { SIZE = [2, 3] }
""",
        fixed="""\
[[model]]
file = "model.pml"
""",
        runnable=False,
        file="penstock.toml",
        verb="test",
    ),
]

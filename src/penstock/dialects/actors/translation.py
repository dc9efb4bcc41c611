"""Actor models to Promela."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from penstock.diagnostics.record import Diagnostics, Severity
from penstock.dialects.actors.checks import check
from penstock.dialects.actors.choices import ActorChoices, Defer, Overflow
from penstock.dialects.actors.constructs import READERS, check_constructs, gather, write_unit
from penstock.dialects.actors.crashes import crash_counts
from penstock.dialects.actors.delays import NO_ACTOR, delayed, numbered, write_post
from penstock.dialects.actors.drivers import Driver, chosen_driver, driven, drivers_of, looks_at
from penstock.dialects.actors.inference import Inference
from penstock.dialects.actors.monitors import declare_monitor
from penstock.dialects.actors.network import network_faults
from penstock.dialects.actors.nodes import ActorType, Create, Main, Test
from penstock.dialects.actors.page import TranslationPage
from penstock.dialects.actors.parser import WORDS, ActorParser
from penstock.dialects.actors.plan import MAILBOX, TranslationPlan, make_plan
from penstock.dialects.actors.processes import ProcessWriter
from penstock.dialects.actors.relevance import relevant_variables
from penstock.dialects.actors.sizes import mailbox_sizes
from penstock.dialects.actors.states import places_as_states
from penstock.dialects.actors.stopping import stops
from penstock.dialects.actors.strategies import order_matters
from penstock.dialects.actors.style import Style
from penstock.dialects.actors.system import System, system_of
from penstock.resolve import resolve
from penstock.source import SourceFile
from penstock.syntax.layout import TokenLayout, TokenTable
from penstock.syntax.nodes import InlineDefinition, Ltl, Node, VariableDeclaration
from penstock.syntax.parser import parse_translation
from penstock.syntax.preprocessor import Include, Preprocessor
from penstock.syntax.translation import BadChoice, Translation, Writer
from penstock.syntax.walk import walk
from penstock.syntax.wording import Wording


def translate(
    file: SourceFile,
    diagnostics: Diagnostics,
    include: Include,
    definitions: Sequence[str],
    choices: ActorChoices,
    watched: bool = False,
    any_variable: bool = False,
) -> Translation:
    """An actor model as Promela; what is wrong with it goes to the diagnostics.

    `watched`: a progress label tells that a message was handled.  `any_variable`: a formula may look at any of them.
    """
    system = read_system(file, diagnostics, include, definitions)
    sizes = mailbox_sizes(choices.mailbox, list(system.types))
    system.networks[""] = system.networks.get("", frozenset()) | network_faults(choices.network)
    if not system.readable:
        return Writer().translation()
    driver = chosen_driver(system, choices.test)
    whole = system
    system, inference, plan = _planned(driven(system, driver))
    plan.overflows = _overflows(choices, system)
    crashes = crash_counts(choices.crash, list(system.types))
    # Who puts messages back can always move, and time passes only when nobody can.
    timed = any(delayed(system)) and choices.defer is Defer.PUTBACK
    defer = Defer.ORDERED if timed else choices.defer
    relevant = None if any_variable else frozenset(relevant_variables(system, inference))
    style = Style(sizes, defer, watched, relevant, choices.stopped, crashes, choices.delayed)
    translation = _written(system, plan, style, driver)
    if not choices.test:
        _check_others(whole, driver, style, include, definitions)
    if plan.left_out and not diagnostics.has_errors:
        raise AssertionError("the translation lacks something, and nobody was told")
    return replace(translation, partial=diagnostics.has_errors)


def _planned(system: System) -> tuple[System, Inference, TranslationPlan]:
    inference = Inference(system).run()
    check(system, inference)
    check_constructs(system, inference)
    return system, inference, make_plan(system, inference)


def _check_others(system: System, chosen: Driver, style: Style, include: Include, definitions: Sequence[str]) -> None:
    """Mistakes are told in whatever may begin, and warnings about what does."""
    diagnostics = system.diagnostics
    warned = [record for record in diagnostics.records if record.severity is not Severity.ERROR]
    for driver in drivers_of(system):
        if driver.name != chosen.name:
            own, _, plan = _planned(driven(system, driver))
            translation = _written(own, plan, style, driver)
            _resolve(translation, diagnostics, include, definitions)
    kept = [record for record in diagnostics.records if record.severity is Severity.ERROR or record in warned]
    diagnostics.records[:] = kept


def _resolve(translation: Translation, diagnostics: Diagnostics, include: Include, definitions: Sequence[str]) -> None:
    """Find the names that nothing has: what else is wrong has been told."""
    told = list(diagnostics.records)
    places = {record.position for record in told}
    file = diagnostics.sources.files[0]
    resolve(parse_translation(translation, file, diagnostics, include, definitions, ""), diagnostics)
    found = diagnostics.records[len(told) :]
    diagnostics.records[:] = [*told, *(record for record in found if record.position not in places)]


def _overflows(choices: ActorChoices, system: System) -> bool:
    """Who has stopped takes its messages away one after the other: it may be full, and nothing is wrong."""
    if choices.overflow is Overflow.WAIT:
        return False
    stopping = [f"`{name}`" for name, kind in system.types.items() if stops(system, kind)]
    if choices.crash:
        raise BadChoice("`--overflow error`: not together with `--crash`")
    if stopping:
        raise BadChoice(f"`--overflow error`: not for a model with actors that stop, like {stopping[0]}")
    return True


def read_system(file: SourceFile, diagnostics: Diagnostics, include: Include, definitions: Sequence[str]) -> System:
    preprocessor = Preprocessor(diagnostics, include)
    tokens = preprocessor.run(file, definitions)
    table = TokenTable()
    roles: set[str] = set()
    TokenLayout(table, diagnostics, roles, words=WORDS).run(tokens)
    before = diagnostics.has_errors
    parser = ActorParser(table, diagnostics, roles, READERS)
    program = parser.program()
    readable = not before and not parser.failures
    system = system_of(System(program, table, diagnostics, preprocessor.met, parser.rewritten, readable))
    gather(system)
    return system


def _written(system: System, plan: TranslationPlan, style: Style, driver: Driver) -> Translation:
    nobody = plan.free("nobody")
    writer = ProcessWriter(TranslationPage(system.tokens, {}), plan, style, nobody)
    rewritten = {**system.rewritten, **numbered(system), **places_as_states(system, plan, writer.labels)}
    writer.page = TranslationPage(system.tokens, rewritten)
    taken = set(plan.taken)
    used = re.search(rf"\b{nobody}\b", _text(system, plan, writer, driver, "").text) is not None
    writer.page, plan.taken = TranslationPage(system.tokens, rewritten), taken
    return _text(system, plan, writer, driver, nobody if used else "")


def _text(system: System, plan: TranslationPlan, writer: ProcessWriter, driver: Driver, nobody: str) -> Translation:
    page = writer.page
    first = system.program.units[0].first if system.program.units else 0
    page.at = first
    _head(page, plan, nobody)
    writer.declare(page.at)
    for unit in system.program.units:
        node: Node = unit
        match node:
            case ActorType() if system.types[node.name] is node:
                if node is next(iter(system.types.values())) and system.monitors:
                    page.blank()
                    for monitor in system.monitors:
                        declare_monitor(page, plan, monitor)
                page.blank()
                writer.actor_type(node)
            case Main() | Test() if node is (driver.test or system.mains[0]):
                page.blank()
                writer.main(node, driver.texts)
            case ActorType() | Main() | Test() | InlineDefinition():
                continue
            case Ltl() if not looks_at(driver, node):
                continue
            case _ if write_unit(writer, node):
                continue
            case _:
                _copied(page, node)
    if writer.post is not None:
        page.blank()
        write_post(page, writer.post, writer.crashes)
    return page.writer.translation(_wording(system, plan, writer, driver))


def _words(system: System) -> set[str]:
    return {text for text in system.tokens.texts if text.isidentifier()}


def _head(page: TranslationPage, plan: TranslationPlan, nobody: str) -> None:
    """The names of the methods, and `nobody`, which fills fields that a message does not use."""
    names = list(dict.fromkeys(plan.constants.values()))
    if names:
        page.line(f"mtype = {{ {', '.join(names)} }};", page.at)
    if plan.states:
        page.line(f"mtype:{plan.state_set} = {{ {', '.join(plan.states.values())} }};", page.at)
    if nobody:
        page.line(f"chan {nobody};", page.at)


def _copied(page: TranslationPage, node: Node) -> None:
    """What is Promela already."""
    if any(isinstance(inner, Create) for inner in walk(node)):
        return  # an error that has been reported
    page.begin(node.first)
    page.copy(node.first, node.last)
    page.end(";" if isinstance(node, VariableDeclaration) else "")


def _wording(system: System, plan: TranslationPlan, writer: ProcessWriter, driver: Driver) -> Wording:
    back = {constant: name for names in (plan.constants, plan.states) for name, constant in names.items()}
    fields = {(kind, method): places for (kind, method), places in plan.places.items()}
    fields |= {(kind, method): () for kind, methods in plan.unhandled.items() for method in methods}
    return Wording(
        processes={"init": driver.name} | ({writer.post.process: "post"} if writer.post is not None else {}),
        numbered=frozenset(system.types),
        mailbox=MAILBOX,
        hidden=frozenset([writer.parent, writer.nobody, *writer.newborn.values()]),
        constants=back,
        fields=fields,
        no_channel=NO_ACTOR,
        empty_at_end=True,
        variables={**plan.renamed, writer.labels.state: "state"} if plan.states else plan.renamed,
        own=frozenset((plan.taken | writer.added) - _words(system) - {writer.labels.state, *plan.renamed}),
        process_type="actor type",
        state=writer.labels.state,
        waiting=order_matters(system),
    )

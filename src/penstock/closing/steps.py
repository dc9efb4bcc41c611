"""Single statements of the closed model, as text: what the rules of the transformation make of them."""

from __future__ import annotations

from collections.abc import Sequence

from penstock.closing.assigning import Assigning
from penstock.closing.changes import StatementChange, together
from penstock.closing.outside import Outside
from penstock.closing.places import choices, chosen_elsewhere
from penstock.closing.ranges import Site
from penstock.closing.receiving import Receiving
from penstock.closing.sending import Sending
from penstock.closing.texts import FALSE
from penstock.closing.timing import Timing
from penstock.resolve.timers import expired_timers
from penstock.syntax.nodes import Assignment, Condition, Receive, ResetTimer, Send, SetTimer, Statement
from penstock.syntax.printer import statement_text


class Steps:
    def __init__(self, outside: Outside) -> None:
        self.outside = outside
        self.texts = outside.texts
        self.knowledge = outside.knowledge
        self.assigning = Assigning(outside)
        self.sending = Sending(outside)
        self.receiving = Receiving(outside, self.sending.turning)
        self.timing = Timing(outside)

    def change(self, statement: Statement, sites: list[Site]) -> StatementChange | None:
        """What becomes of a statement, for each element that it may be about."""
        change: StatementChange | None = None
        for chosen in choices(self.texts, statement, sites):
            self.texts.chosen = chosen
            change = together(change, self._single(statement, sites))
        self.texts.chosen = {}
        return self._at_leisure(statement, sites, change)

    def _at_leisure(
        self, statement: Statement, sites: list[Site], change: StatementChange | None
    ) -> StatementChange | None:
        """What a protocol does by itself it may put off; what it sends waits for the outside in any case."""
        waits = isinstance(statement, Condition) and next(expired_timers(statement.expression), None) is not None
        if (
            not isinstance(statement, Assignment | Condition)
            or waits
            or not self.outside.takes_its_time(sites)
            or self.knowledge.is_held(sites)
        ):
            return change
        said = statement_text(statement)
        change = change or StatementChange([([said], said)])
        change.options = [(self.outside.when_it_likes(texts, statement), said) for texts, said in change.options]
        change.extras += self.outside.nothing_from_outside(statement)
        return change

    def _single(self, statement: Statement, sites: list[Site]) -> StatementChange | None:
        match statement:
            case Assignment():
                return self.assigning.assignment(statement, sites)
            case Send():
                return self.sending.send(statement, sites)
            case Receive():
                return self.receiving.receive(statement, sites)
            case Condition():
                return self._condition(statement, sites)
            case SetTimer():
                return self.timing.set_timer(statement, sites)
            case ResetTimer():
                return self.timing.reset_timer(statement)
            case _:
                return None

    def _condition(self, statement: Condition, sites: Sequence[Site]) -> StatementChange | None:
        expired = list(expired_timers(statement.expression))
        self.timing.check_doubtful(statement, sites)
        told = [text for expire in expired for text in self.outside.flag_is(expire.timer, FALSE)]
        runs = self.assigning.with_flags(statement.expression, sites)
        changed = self.texts.changes(statement.expression, sites)
        late = [found for expire in expired for found in self.timing.late(expire.timer, sites)]
        chosen = chosen_elsewhere(self.texts, statement, list(sites))
        if not told and not changed and not late and runs is None and not chosen:
            return None
        text = runs or self.texts.truth(statement.expression, sites)
        comment = self.outside.why_unknown(statement.expression, sites) if changed else ""
        if not changed and (late or told):
            comment = self.outside.why(*(expire.timer for expire in expired))
        open_ = chosen or self.texts.uncertain(statement.expression, sites)
        if chosen and self.outside.clock is not None:
            text, told = f"{text} && expire({self.outside.clock})", [f"set({self.outside.clock}, 0)", *told]
            late += self.outside.nothing_from_outside(statement)
        return StatementChange([([text, *told], statement_text(statement))], late, comment, open_, open_ or bool(late))

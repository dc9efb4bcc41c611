/** What SPIN says about each property. */
import { Told } from "../parts/Told";
import type { JudgedProperty, VerifyOutcome, Verdict as Word, VerbAnswer } from "../protocol";
import { askVerify } from "../state/verbs";
import { editor, isOwn } from "../state/model";
import { FoundRuns, Verdict } from "./FoundRuns";

const KINDS: Record<Word, "good" | "bad" | "open"> = { holds: "good", violated: "bad", inconclusive: "open" };

export function VerifyResult({ answer }: { answer: VerbAnswer & { outcome: VerifyOutcome } }) {
  const { outcome, runs } = answer;
  const live = outcome.properties.some((one) => one.verdict === "violated" && one.cycle !== null);
  return (
    <>
      <p>
        <Verdict word={outcome.verdict} kind={KINDS[outcome.verdict]} />
        {outcome.states.toLocaleString("en")} states in {outcome.seconds.toFixed(1)} s
      </p>
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">property</th>
            <th scope="col">verdict</th>
            <th scope="col">why</th>
          </tr>
        </thead>
        <tbody>{outcome.properties.map(Property)}</tbody>
      </table>
      <FoundRuns runs={runs} />
      {live && (
        <p>
          <button type="button" class="small" onClick={() => void askVerify(true)}>
            Verify fair runs only
          </button>
        </p>
      )}
      {outcome.warnings.map((text) => (
        <p class="hint">{text}</p>
      ))}
      {outcome.unreached.length > 0 && (
        <details>
          <summary>{outcome.unreached.length} statements are never reached</summary>
          <ul>
            {outcome.unreached.map((one) => (
              <li>
                <button type="button" class="link" disabled={!isOwn(one.file)} onClick={() => editor.value?.reveal({ line: one.line, column: 1, length: 0 }, true)}>
                  {one.process}, line {one.line}
                </button>{" "}
                <code>{one.statement}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function Property(one: JudgedProperty) {
  return (
    <tr key={one.name}>
      <th scope="row">
        <code>{one.name}</code>
        {one.formula && <div class="hint mono">{one.formula}</div>}
      </th>
      <td>
        <Verdict word={one.verdict} kind={KINDS[one.verdict]} />
      </td>
      <td>
        <Told text={one.reason ?? ""} />
        {one.notes.map((note) => (
          <div class="hint">{note}</div>
        ))}
      </td>
    </tr>
  );
}

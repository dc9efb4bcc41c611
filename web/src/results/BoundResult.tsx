/** How full channels can get, as bars; and why, as a sum over the run that never rises. */
import { ExportMenu } from "../export/ExportMenu";
import { boundsPicture } from "../export/results";
import { Told } from "../parts/Told";
import type { BoundAnswer, BoundOutcome, BoundVerdict, ChannelAnswer, ChannelProof } from "../protocol";
import { largest, said, sum } from "../state/bounds";
import { FoundRuns, Verdict } from "./FoundRuns";
import { SumPlot } from "./SumPlot";

const KINDS: Record<BoundVerdict, "good" | "bad" | "open"> = { BOUNDED: "good", UNBOUNDED: "bad", UNKNOWN: "open" };

export function BoundResult({ answer }: { answer: BoundAnswer & { outcome: BoundOutcome } }) {
  const { outcome, proofs, runs } = answer;
  const most = largest(outcome);
  return (
    <>
      <p>
        <Verdict word={outcome.verdict} kind={KINDS[outcome.verdict]} />
        <span class="hint">bar: declared, dark: proved, mark: exact</span>
        <ExportMenu view="bounds" picture={() => boundsPicture(outcome)} />
      </p>
      <ul class="bounds-list">
        {outcome.channels.map((one) => (
          <BoundBar key={one.name} one={one} most={most} proof={proofs.find((proof) => proof.channel === one.name)} />
        ))}
      </ul>
      {sum.value && <SumPlot proof={sum.value} />}
      <FoundRuns runs={runs} />
      {outcome.notes.map((text) => (
        <p class="hint">{text}</p>
      ))}
      <details>
        <summary>What was tried</summary>
        <ul class="story">
          {outcome.story.map((text) => (
            <li>
              <Told text={text} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function BoundBar({ one, most, proof }: { one: ChannelAnswer; most: number; proof: ChannelProof | undefined }) {
  const share = (value: number) => `${(100 * value) / most}%`;
  return (
    <li class="bound">
      <div class="title">
        <code>{one.name}</code>
        <span class={one.verdict === "UNBOUNDED" ? "bad-text" : ""}>{said(one)}</span>
        <span class="hint">
          declared {one.declared}
          {one.exact !== null ? `, exactly ${one.exact}` : ""}
        </span>
        {proof && (
          <button type="button" class="small quiet" aria-pressed={sum.value === proof} onClick={() => (sum.value = proof)}>
            Why
          </button>
        )}
      </div>
      <div class={`bound-bar ${one.verdict.toLowerCase()}`} role="img" aria-label={`${one.name}: declared ${one.declared}, ${said(one)}`}>
        <div class="declared" style={{ width: share(one.declared) }} />
        {one.bound !== null && <div class="bounded" style={{ width: share(one.bound) }} />}
        {one.exact !== null && <div class="exact" style={{ left: share(one.exact) }} />}
        {one.verdict === "UNBOUNDED" && <div class="endless" style={{ width: "100%" }} />}
      </div>
      <div class="hint">
        <Told text={one.advice} />
      </div>
    </li>
  );
}

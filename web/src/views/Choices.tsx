/** What can happen next, and what it would change; or why nothing can. */
import { Panel } from "../parts/Panel";
import { Told } from "../parts/Told";
import { Who } from "../parts/Who";
import type { SceneChoice, SceneEnding, SceneStep } from "../protocol";
import { errors, work } from "../state/model";
import { choose, fresh, scene, trouble } from "../state/run";
import { nameOf } from "../state/standing";

export function Choices() {
  const now = scene.value;
  if (!now) {
    return (
      <Panel name="Choices">
        <p class="empty">{reason()}</p>
      </Panel>
    );
  }
  const many = now.choices.length;
  return (
    <Panel name="Choices" note={many ? `${many} possible` : ""}>
      {now.ending && <Ending ending={now.ending} />}
      <ol class="rows choices">
        {now.choices.map((choice) => (
          <Choice key={choice.number} choice={choice} />
        ))}
      </ol>
    </Panel>
  );
}

function reason(): string {
  if (errors.value) return "The model has errors; once they are repaired, its first steps appear here.";
  if (trouble.value) return trouble.value;
  return work.value.text.trim() ? "Reading the model…" : "The steps that a model can take appear here.";
}

function Choice({ choice }: { choice: SceneChoice }) {
  const { step, number } = choice;
  return (
    <li>
      <button type="button" class="row choice" disabled={!fresh.value} onClick={() => void choose(number)} title={number < 10 ? `Key ${number}` : ""}>
        <span class="number" aria-hidden="true">
          {number}
        </span>
        <Who process={step.process} name={step.name} />
        <code>{step.statement || "ends"}</code>
        {step.partner && (
          <span class="with">
            with <Who process={step.partner.process} name={step.partner.name} /> <code>{step.partner.statement}</code>
          </span>
        )}
        <span class="effect">{effects(step)}</span>
        {choice.moment !== null && <span class="hint">taken before</span>}
      </button>
    </li>
  );
}

/** In a few words; the whole is to be seen once the step is taken. */
export function effects(step: SceneStep): string {
  const channels = new Set(step.events.map((one) => one.channel));
  return step.changes
    .filter((change) => !channels.has(change.name))
    .slice(0, 3)
    .map((change) => `${change.name} = ${change.after}`)
    .join(", ");
}

const WORDS: Record<string, string> = {
  finished: "The run is finished",
  deadlock: "Deadlock",
  livelock: "Livelock",
  assertion: "Assertion violated",
  error: "Error",
  cycle: "Cycle",
  claim: "Claim completed",
};

function Ending({ ending }: { ending: SceneEnding }) {
  const fine = ending.outcome === "finished";
  return (
    <div class={`ending ${fine ? "fine" : "bad"}`} role="status">
      <strong>{WORDS[ending.outcome] ?? ending.outcome}</strong>
      <span>
        {" "}
        <Told text={ending.reason} />
      </span>
      <ul>
        {ending.waiting.map((one) => (
          <li>
            <Who process={one.process} name={nameOf(one.process)} /> <Told text={one.reason} />
          </li>
        ))}
      </ul>
    </div>
  );
}

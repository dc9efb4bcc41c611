/** What conditions are worth along the run, in lanes above the slider; sums of proofs are lines. */
import { useSignal } from "@preact/signals";
import { cursor, length, scene } from "../state/run";
import { addLane, type Lane, lanes, removeLane } from "../state/lanes";
import { Icon } from "../parts/Icon";

export function Lanes() {
  return (
    <div class="lanes">
      {lanes.value.map((lane) => (
        <LaneRow key={lane.expression} lane={lane} />
      ))}
      <Adding />
    </div>
  );
}

function LaneRow({ lane }: { lane: Lane }) {
  const now = lane.values[cursor.value] ?? null;
  const worth = lane.trouble || (now === null ? "?" : lane.truth ? (now === "0" || now === "false" ? "false" : "true") : now);
  return (
    <div class={lane.trouble ? "lane bad" : "lane"}>
      <span class="expression">
        <code>{lane.title}</code> <span class={`worth ${lane.truth ? worth : ""}`}>{worth}</span>
        {!lane.fixed && (
          <button type="button" class="quiet small" aria-label={`Remove ${lane.title}`} onClick={() => removeLane(lane.expression)}>
            <Icon name="close" />
          </button>
        )}
      </span>
      {!lane.trouble && (lane.truth ? <Truths lane={lane} /> : <Numbers lane={lane} />)}
    </div>
  );
}

const WIDTH = 1000;

/** Stretches of the run where it holds, and where not; they end half a step around each moment. */
function Truths({ lane }: { lane: Lane }) {
  const end = Math.max(1, length.value);
  const stretches: { from: number; to: number; value: string | null }[] = [];
  lane.values.forEach((value, index) => {
    const last = stretches.at(-1);
    if (last && last.value === value) last.to = index;
    else stretches.push({ from: index, to: index, value });
  });
  const at = (moment: number) => (WIDTH * Math.min(Math.max(moment, 0), end)) / end;
  return (
    <svg class="truths" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" role="img" aria-label={`${lane.title} along the run`}>
      {stretches.map(({ from, to, value }) => {
        const left = at(from - 0.5);
        const kind = value === null ? "unknown" : value === "0" || value === "false" ? "no" : "yes";
        return <rect class={kind} x={left} y={kind === "no" ? 5 : 0} width={Math.max(2, at(to + 0.5) - left)} height={kind === "no" ? 5 : 10} />;
      })}
    </svg>
  );
}

function Numbers({ lane }: { lane: Lane }) {
  const end = Math.max(1, length.value);
  const values = lane.values.map((value) => (value === null ? null : Number(value)));
  const known = values.filter((value): value is number => value !== null && Number.isFinite(value));
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  const height = 26;
  const points = values
    .map((value, index) => (value === null || !Number.isFinite(value) ? "" : `${(WIDTH * index) / end},${height - 2 - ((height - 4) * (value - low)) / (high - low)}`))
    .filter(Boolean);
  return (
    <svg class="numbers" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${lane.title} along the run, from ${low} to ${high}`}>
      <polyline points={points.length === 1 ? `${points[0]} ${WIDTH},${points[0]!.split(",")[1]}` : points.join(" ")} />
    </svg>
  );
}

function Adding() {
  const open = useSignal(false);
  const text = useSignal("");
  if (!scene.value) return null;
  if (!open.value) {
    return (
      <button type="button" class="quiet small add" onClick={() => (open.value = true)} title="See what a condition or a number is worth along the run">
        + Watch an expression
      </button>
    );
  }
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.value.trim()) addLane(text.value.trim());
    text.value = "";
    open.value = false;
  };
  return (
    <form class="add" onSubmit={submit}>
      <label>
        Watch <input type="text" class="mono" ref={(box) => box?.focus()} placeholder="len(q) <= 2" spellcheck={false} value={text.value} onInput={(event) => (text.value = event.currentTarget.value)} />
      </label>
      <button type="submit" class="small">
        Add
      </button>
      <button type="button" class="small quiet" onClick={() => (open.value = false)}>
        Cancel
      </button>
    </form>
  );
}

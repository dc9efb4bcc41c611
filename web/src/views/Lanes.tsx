/** What conditions are worth along the run, in lanes above the slider; sums of proofs are lines. */
import { signal, useSignal } from "@preact/signals";
import { cursor, fresh, length } from "../state/run";
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
  const worth = lane.trouble || (now === null ? "?" : lane.truth ? String(now !== 0) : String(now));
  return (
    <div class={lane.trouble ? "lane bad" : "lane"}>
      <span class="expression">
        <code>{lane.title}</code> <span class={`worth ${lane.truth ? worth : ""}`}>{worth}</span>
        <button type="button" class="quiet small" aria-label={`Remove ${lane.title}`} onClick={() => removeLane(lane.expression)}>
          <Icon name="close" />
        </button>
      </span>
      {!lane.trouble && (lane.truth ? <Truths lane={lane} /> : <Numbers lane={lane} />)}
    </div>
  );
}

const WIDTH = 1000;

/** Stretches of the run where it holds, and where not; they end half a step around each moment. */
function Truths({ lane }: { lane: Lane }) {
  const end = Math.max(1, length.value);
  const stretches: { from: number; to: number; value: number | null }[] = [];
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
        const kind = value === null ? "unknown" : value === 0 ? "no" : "yes";
        return <rect class={kind} x={left} y={kind === "no" ? 5 : 0} width={Math.max(2, at(to + 0.5) - left)} height={kind === "no" ? 5 : 10} />;
      })}
    </svg>
  );
}

function Numbers({ lane }: { lane: Lane }) {
  const end = Math.max(1, length.value);
  const { values } = lane;
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(0, ...known), Math.max(1, ...known)];
  const height = 26;
  const points = values
    .map((value, index) => (value === null ? "" : `${(WIDTH * index) / end},${height - 2 - ((height - 4) * (value - low)) / (high - low)}`))
    .filter(Boolean);
  return (
    <svg class="numbers" viewBox={`0 0 ${WIDTH} ${height}`} preserveAspectRatio="none" role="img" aria-label={`${lane.title} along the run, from ${low} to ${high}`}>
      <polyline points={points.length === 1 ? `${points[0]} ${WIDTH},${points[0]!.split(",")[1]}` : points.join(" ")} />
    </svg>
  );
}

const adding = signal(false);

/** The button is among the moves; what it opens is above the slider. */
export function WatchButton() {
  const title = "See what a condition or a number is worth along the run";
  return (
    <button type="button" disabled={!fresh.value} onClick={() => (adding.value = true)} title={title}>
      Watch
    </button>
  );
}

function Adding() {
  const text = useSignal("");
  if (!adding.value) return null;
  const submit = (event: Event) => {
    event.preventDefault();
    if (text.value.trim()) addLane(text.value.trim());
    text.value = "";
    adding.value = false;
  };
  return (
    <form class="add" onSubmit={submit}>
      <label>
        Expression{" "}
        <input
          type="text"
          class="mono"
          ref={(box) => box?.focus()}
          placeholder="len(q) <= 2"
          spellcheck={false}
          value={text.value}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="small">
        Add
      </button>
      <button type="button" class="small quiet" onClick={() => (adding.value = false)}>
        Cancel
      </button>
    </form>
  );
}

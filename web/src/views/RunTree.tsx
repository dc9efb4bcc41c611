/** The runs so far as a tree, on the same scale as the slider: click where to go on. */
import { branches, cursor, length, visit } from "../state/run";

const MOST = 8;
const ROW = 14;

/** Only runs that fork are worth a picture: one line is the slider itself. */
export function RunTree() {
  const all = branches.value;
  const others = all.filter((one) => !one.present).slice(-MOST);
  if (!others.length) return null;
  const end = Math.max(length.value, ...all.map((one) => one.depth + one.steps - 1), 1);
  const share = (depth: number) => (100 * Math.min(depth, length.value || 1)) / (length.value || 1);
  const row = new Map(others.map((one, index) => [one.first, index]));
  return (
    <div class="tree" role="group" aria-label="Other runs" style={{ height: `${others.length * ROW + 4}px` }}>
      {others.map((one) => {
        const [left, right] = [share(one.depth - 1), share(one.depth + one.steps - 1)];
        const title = `${one.name} ${one.statement}, from step ${one.depth}, ${one.steps} ${one.steps === 1 ? "step" : "steps"}${one.ending ? `, ${one.ending}` : ""}`;
        return (
          <button
            type="button"
            key={one.first}
            class={`branch ${one.ending && one.ending !== "finished" ? "bad" : ""}`}
            style={{ left: `${left}%`, width: `max(26px, ${right - left}%)`, bottom: `${(row.get(one.first) ?? 0) * ROW}px` }}
            title={title}
            aria-label={`Go to the run: ${title}`}
            onClick={() => void visit(one.last)}
          />
        );
      })}
      <span class="hidden-text">{`${all.length} branches, the longest ends at step ${end}; the cursor is at ${cursor.value}`}</span>
    </div>
  );
}

/** Who waits for whom, where nobody can go on. */
import { effect, signal, untracked } from "@preact/signals";
import { Drawn } from "../drawing/Drawn";
import { ExportMenu } from "../export/ExportMenu";
import { graphPicture } from "../export/results";
import type { WaitsAnswer } from "../protocol";
import { view } from "../state/run";
import { ask } from "../state/talk";

export const waits = signal<WaitsAnswer | null>(null);

/** Asked for whenever the cursor comes to a deadlock. */
export function beginWaits(): void {
  effect(() => {
    const now = view.value;
    if (now?.scene.ending?.outcome !== "deadlock") {
      if (untracked(() => waits.value)) waits.value = null;
      return;
    }
    void ask("run.waits", { run: now.run }).then(
      (found) => {
        if (view.value === now) waits.value = found;
      },
      () => undefined,
    );
  });
}

export function Waits() {
  const found = waits.value;
  if (!found || !found.drawing.nodes.length) return null;
  return (
    <figure>
      <figcaption>
        Who waits for whom, at this moment{" "}
        <ExportMenu view="wait-for graph" picture={() => graphPicture(found.drawing)} texts={found.texts} />
      </figcaption>
      <Drawn drawing={found.drawing} label={`Wait-for graph: ${found.waits.map((one) => one.reason).join("; ")}`} />
    </figure>
  );
}

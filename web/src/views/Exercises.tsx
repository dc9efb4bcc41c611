/** Models to be repaired, with properties that are not shown: the page says which fail, not how. */
import { Dialog } from "../parts/Dialog";

export function Exercises({ close }: { close(): void }) {
  return (
    <Dialog title="Exercises" close={close}>
      <p class="empty">There are none yet.</p>
    </Dialog>
  );
}

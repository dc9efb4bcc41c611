/** Channels as queues: the oldest message on the left, and how full they are against what may be in them. */
import { Panel } from "../parts/Panel";
import type { SceneChannel } from "../protocol";
import { bounds, type ChannelBound } from "../state/bounds";
import { ExportMenu } from "../export/ExportMenu";
import { scene, trouble } from "../state/run";
import { nameOf } from "../state/standing";

export function Channels() {
  const channels = scene.value?.channels ?? [];
  return (
    <Panel name="Channels" note={channels.length ? "oldest message first" : ""} tools={<ExportMenu view="channels" />}>
      {channels.length ? (
        <ul class={channels.length > FEW ? "channels-list many" : "channels-list"}>
          {channels.map((one) => (
            <Channel key={`${one.owner}/${one.name}`} channel={one} bound={bounds.value.get(one.name)} />
          ))}
        </ul>
      ) : (
        <p class="empty">{scene.value ? "This model has no channels." : trouble.value || "Messages on their way appear here."}</p>
      )}
    </Panel>
  );
}

/** More than these, and empty ones take less room. */
const FEW = 4;

function Channel({ channel, bound }: { channel: SceneChannel; bound: ChannelBound | undefined }) {
  const count = channel.messages.length;
  const rendezvous = channel.capacity === 0;
  return (
    <li class={`channel ${channel.changed ? "changed" : ""} ${count ? "" : "bare"}`}>
      <div class="title">
        <code>{channel.name}</code>
        {channel.owner !== null && <span class="hint">of {nameOf(channel.owner)}</span>}
        <span class="count">{rendezvous ? "rendezvous" : fill(count, channel.capacity, bound)}</span>
      </div>
      {!rendezvous && <Bar count={count} capacity={channel.capacity} bound={bound} name={channel.name} />}
      {!rendezvous && (
        <ol class="queue" aria-label={`Messages in ${channel.name}`}>
          {channel.messages.map((message) => (
            <li key={message.number} class={message.new ? "message new" : "message"}>
              {message.values.join(", ")}
            </li>
          ))}
          {!count && <li class="nothing">empty</li>}
        </ol>
      )}
    </li>
  );
}

function fill(count: number, capacity: number | null, bound: ChannelBound | undefined): string {
  const proved = bound?.bound ?? null;
  const most = capacity === null ? "" : ` of ${capacity}`;
  return `${count}${most}${proved === null ? "" : `, proved ≤ ${proved}`}`;
}

/** The bar ends at the capacity; a notch shows what was proved. */
function Bar(props: { count: number; capacity: number | null; bound: ChannelBound | undefined; name: string }) {
  const { count, capacity, bound, name } = props;
  const proved = bound?.bound ?? null;
  const most = Math.max(capacity ?? 0, count, proved ?? 0, 1);
  const full = capacity !== null && count >= capacity;
  return (
    <div
      class={full ? "bar is-full" : "bar"}
      role="meter"
      aria-label={`Fill of ${name}`}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={count}
    >
      <div class="full" style={{ transform: `scaleX(${count / most})` }} />
      {proved !== null && <div class="proved" style={{ left: `${(100 * proved) / most}%` }} title={`proved: at most ${proved}`} />}
      {bound?.unbounded && <div class="hint">no bound</div>}
    </div>
  );
}

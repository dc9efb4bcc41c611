/** The sum of a proof along the run: a line that never rises, above what is in the channel. */
import { effect, signal } from "@preact/signals";
import type { ChannelProof, SumAnswer } from "../protocol";
import { certificate, sum } from "../state/bounds";
import { cursor, length, lineChanges, view } from "../state/run";
import { ask } from "../state/talk";

export interface Followed extends SumAnswer {
  fill: (number | null)[];
}
export const followed = signal<Followed | null>(null);
const trouble = signal("");
let asked = 0;

export function beginSums(): void {
  effect(() => {
    const proof = sum.value;
    const run = view.value?.run;
    void [length.value, lineChanges.value];
    const number = ++asked;
    if (!proof || run === undefined) {
      followed.value = null;
      return;
    }
    void follow(run, proof).then(
      (found) => {
        if (number !== asked) return;
        followed.value = found;
        trouble.value = "";
      },
      (problem: Error) => {
        if (number === asked) trouble.value = problem.message;
      },
    );
  });
}

async function follow(run: number, proof: ChannelProof): Promise<Followed> {
  const { channel, number } = proof;
  const values = await ask("run.sum", { run, channel, number, certificate: certificate.peek() });
  const fill = await ask("run.lane", { run, expression: `len(${channel})` }).then(
    (found) => found.values,
    () => [],
  );
  return { ...values, fill };
}

const [WIDTH, HEIGHT, LEFT, TOP, BOTTOM] = [460, 150, 30, 10, 20];
export const PLOT = { width: WIDTH, height: HEIGHT };

export function SumPlot({ proof }: { proof: ChannelProof }) {
  const found = followed.value;
  return (
    <figure class="sum">
      <figcaption>
        Why <code>{proof.channel}</code> never holds more than {proof.bound}: this sum over places and messages never rises, and
        every message in the channel counts for at least one.
      </figcaption>
      {trouble.value && <p class="hint">{trouble.value}</p>}
      {found && <PlotFrame found={found} channel={proof.channel} />}
      <Parts proof={proof} />
    </figure>
  );
}

interface PlotProps {
  found: Followed;
  channel: string;
}

function PlotFrame(props: PlotProps) {
  const { found, channel } = props;
  const worth = (moment: number) => (found.values[moment] ?? 0) / found.unit;
  const told = `The sum of the proof for ${channel} along the run: ${worth(cursor.value)} now, ${worth(0)} at the beginning, bound ${found.bound}`;
  return (
    <svg class="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={told}>
      <Plot {...props} />
    </svg>
  );
}

export function Plot({ found, channel }: PlotProps) {
  const end = Math.max(1, found.values.length - 1);
  const sums = found.values.map((value) => value / found.unit);
  const high = Math.max(found.bound, ...sums, 1);
  const x = (moment: number) => LEFT + ((WIDTH - LEFT - 8) * moment) / end;
  const y = (value: number) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - TOP) * value) / high;
  const steps = sums.map((value, moment) => `${moment ? `H${x(moment)}` : `M${x(0)} `}${moment ? `V${y(value)}` : y(value)}`).join("");
  const area = found.fill.map((value, moment) => (moment ? `H${x(moment)}V${y(value ?? 0)}` : `M${x(0)} ${y(0)}V${y(value ?? 0)}`)).join("");
  const at = Math.min(cursor.value, end);
  const now = sums[at] ?? 0;
  return (
    <>
      <line class="axis" x1={LEFT} x2={WIDTH - 8} y1={y(0)} y2={y(0)} />
      <text x={LEFT - 6} y={y(0) + 4} text-anchor="end">0</text>
      <line class="bound-line" x1={LEFT} x2={WIDTH - 8} y1={y(found.bound)} y2={y(found.bound)} />
      <text x={LEFT - 6} y={y(found.bound) + 4} text-anchor="end">{found.bound}</text>
      {area && <path class="fill" d={`${area}V${y(0)}Z`} />}
      <path class="sum-line" d={`${steps}${sums.length === 1 ? `H${WIDTH - 8}` : ""}`} />
      <line class="now" x1={x(at)} x2={x(at)} y1={TOP} y2={y(0)} />
      <circle class="now" cx={x(at)} cy={y(now)} r={4} />
      <text class="words" x={LEFT + 4} y={HEIGHT - 5}>
        sum of the proof (line) and messages in {channel} (area), along the run
      </text>
    </>
  );
}

function Parts({ proof }: { proof: ChannelProof }) {
  const { unit } = proof;
  const shown = (weight: number) => (weight % unit === 0 ? String(weight / unit) : `${weight}/${unit}`);
  return (
    <details>
      <summary>
        The weights: {proof.parts.length + proof.left} places and messages, {shown(proof.start)} at the beginning
      </summary>
      <table class="facts">
        <thead>
          <tr>
            <th scope="col">weight</th>
            <th scope="col">for each</th>
            <th scope="col">at the beginning</th>
          </tr>
        </thead>
        <tbody>
          {proof.parts.map((part) => (
            <tr>
              <td class="number">{shown(part.weight)}</td>
              <td>{part.text}</td>
              <td class="number">{part.start || ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {proof.left > 0 && <p class="hint">and {proof.left} lighter ones</p>}
    </details>
  );
}

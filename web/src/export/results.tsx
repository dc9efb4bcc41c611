/** Answers as pictures of their own: bounds with the line of a proof, and graphs. */
import type { VNode } from "preact";
import { Drawn, type DrawnProps, drawnSize } from "../drawing/Drawn";
import type { BoundOutcome, ChannelAnswer, DrawnGraph } from "../protocol";
import { followed, PLOT, Plot } from "../results/SumPlot";
import { largest, said, sum } from "../state/bounds";
import { Root } from "./pictures";

const WIDTH = PLOT.width + 20;
const ROW = 44;
const HEAD = 30;

export function graphPicture(drawing: DrawnGraph, looks: Pick<DrawnProps, "nodeLook"> = {}): VNode {
  const { width, height } = drawnSize(drawing);
  return (
    <Root width={width} height={height}>
      <g transform="translate(14 14)">
        <Drawn drawing={drawing} label="" bare {...looks} />
      </g>
    </Root>
  );
}

export function boundsPicture(outcome: BoundOutcome): VNode {
  const most = largest(outcome);
  const proof = sum.value;
  const line = followed.value;
  const bars = outcome.channels.length * ROW;
  return (
    <Root width={WIDTH} height={HEAD + bars + (line && proof ? PLOT.height + 40 : 0)}>
      <text class="title" x={10} y={18}>
        {outcome.verdict}
      </text>
      <text class="note" x={WIDTH - 10} y={18} text-anchor="end">
        bar: declared, dark: proved, mark: exact
      </text>
      {outcome.channels.map((one, index) => (
        <Bar one={one} most={most} y={HEAD + index * ROW} />
      ))}
      {line && proof && (
        <>
          <text class="title" x={10} y={HEAD + bars + 18}>
            {`Why ${proof.channel} never holds more than ${proof.bound}`}
          </text>
          <g class="plot" transform={`translate(10 ${HEAD + bars + 28})`}>
            <Plot found={line} channel={proof.channel} />
          </g>
        </>
      )}
    </Root>
  );
}

function Bar({ one, most, y }: { one: ChannelAnswer; most: number; y: number }) {
  const share = (value: number) => ((WIDTH - 20) * value) / most;
  return (
    <>
      <text class="title" x={10} y={y + 14}>
        {one.name}
      </text>
      <text class="note" x={WIDTH - 10} y={y + 14} text-anchor="end">
        {`${said(one)}, declared ${one.declared}${one.exact === null ? "" : `, exactly ${one.exact}`}`}
      </text>
      <rect class="room" x={10} y={y + 20} width={share(one.declared)} height={14} rx={4} />
      {one.bound !== null && <rect class="filled" x={10} y={y + 23} width={share(one.bound)} height={8} rx={3} />}
      {one.verdict === "UNBOUNDED" && <rect class="endless" x={10} y={y + 23} width={WIDTH - 20} height={8} rx={3} />}
      {one.exact !== null && <line class="proved" x1={10 + share(one.exact)} x2={10 + share(one.exact)} y1={y + 17} y2={y + 37} />}
    </>
  );
}

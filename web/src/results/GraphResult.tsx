/** All states of a small model: click one, and the shortest run to it is under the slider. */
import { useSignal } from "@preact/signals";
import { Drawn } from "../drawing/Drawn";
import { ExportMenu } from "../export/ExportMenu";
import { graphPicture } from "../export/results";
import type { DrawnGraph, DrawnNode, GraphAnswer } from "../protocol";
import { open } from "../state/run";
import { askGraph } from "../state/verbs";

/** The first state in the middle, once. */
function centre(box: HTMLElement | null, drawing: DrawnGraph): void {
  if (!box || box.dataset.centred) return;
  box.dataset.centred = "yes";
  const first = drawing.nodes[0];
  if (first) box.scrollLeft = (box.scrollWidth * first.x) / drawing.width - box.clientWidth / 2;
}

export function GraphResult({ answer }: { answer: GraphAnswer }) {
  const chosen = useSignal("");
  const { drawing, states, folded, kept } = answer;
  const go = (node: DrawnNode) => {
    const path = answer.paths.find((one) => one.node === node.id)?.path;
    if (!path) return;
    chosen.value = node.id;
    void open({ path, origin: "state graph" });
  };
  const look = (node: DrawnNode) => [node.marked ? "error" : "", node.id === chosen.value ? "current" : ""].join(" ");
  return (
    <>
      <p>
        {states.toLocaleString("en")} {states === 1 ? "state" : "states"}
        {answer.complete ? "" : " so far: there are more"}
        {folded ? `, folded into ${answer.nodes} by where ${kept.length ? kept.join(", ") : "processes"} stand` : ""}. Click one to
        get the shortest run to it; what is wrong is red.
      </p>
      {drawing ? (
        <div class="graph-space" tabIndex={0} role="group" aria-label="State graph" ref={(box) => centre(box, drawing)}>
          <Drawn drawing={drawing} label="State graph" nodeLook={look} onNode={go} nodeName={(node) => `State ${[...node.lines, ...node.note].join(" ")}`} />
        </div>
      ) : (
        <p class="hint">There are too many to be drawn.</p>
      )}
      {drawing && <ExportMenu view="state graph" picture={() => graphPicture(drawing, { nodeLook: look })} texts={answer.texts} />}
      {!folded && (
        <p>
          <button type="button" class="small" onClick={() => void askGraph(true)}>
            Fold by places
          </button>
        </p>
      )}
    </>
  );
}

/** A view as a file: pictures are drawn here, texts of runs are written by the engine. */
import type { VNode } from "preact";
import { Icon } from "../parts/Icon";
import { type Item, Menu } from "../parts/Menu";
import type { ExportFormat, GraphTexts } from "../protocol";
import { view } from "../state/run";
import { ask, say } from "../state/talk";
import { shownRun } from "../state/verbs";
import { automataPicture, channelsPicture, chartPicture, sourcePicture, variablesPicture } from "./pictures";
import { fileName, type PictureFormat, save, savePicture } from "./save";

const VIEWS: Record<string, () => VNode> = {
  source: sourcePicture,
  automata: automataPicture,
  channels: channelsPicture,
  variables: variablesPicture,
  chart: chartPicture,
};
const FORMATS: [PictureFormat, string][] = [
  ["svg", "SVG"],
  ["png", "PNG"],
  ["pdf", "PDF"],
  ["tex", "TikZ"],
];
const TEXTS: [ExportFormat, string][] = [
  ["mermaid", "Mermaid"],
  ["text", "Plain text"],
  ["json", "JSON"],
  ["itf", "ITF trace"],
  ["trail", "Trail of SPIN"],
];

const attempt = (work: Promise<void>) => void work.catch((problem: unknown) => say(problem instanceof Error ? problem.message : String(problem)));

async function saveRun(format: ExportFormat): Promise<void> {
  if (!view.value) return;
  const own = format === "trail" ? shownRun.value?.trail : null;
  const { name, media, text } = own
    ? { name: fileName("run", "trail"), media: "text/plain", text: own }
    : await ask("run.export", { run: view.value.run, format });
  save(name, new Blob([text], { type: media }));
}

interface Props {
  view: string;
  /** What is drawn, if it is not one of the five views. */
  picture?(): VNode;
  /** The same for programs that draw graphs themselves. */
  texts?: GraphTexts | null;
}

export function ExportMenu({ view: shown, picture = VIEWS[shown]!, texts }: Props) {
  const items: Item[] = FORMATS.map(([format, label]) => ({
    label,
    run: () => attempt(savePicture(shown, picture(), format)),
  }));
  if (shown === "chart") items.push(...TEXTS.map(([format, label]) => ({ label, run: () => attempt(saveRun(format)) })));
  if (texts) items.push(written("Mermaid", "mmd", texts.mermaid), written("Graphviz", "dot", texts.dot));
  return <Menu label={`Export ${shown}`} quiet face={<Icon name="export" />} items={items} />;

  function written(label: string, ending: string, text: string): Item {
    return { label, run: () => save(fileName(shown, ending), new Blob([text], { type: "text/plain" })) };
  }
}

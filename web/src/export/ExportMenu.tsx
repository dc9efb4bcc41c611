/** A view as a file: pictures are drawn here, texts of runs are written by the engine. */
import type { VNode } from "preact";
import { Icon } from "../parts/Icon";
import { type Item, Menu } from "../parts/Menu";
import type { ExportFormat } from "../protocol";
import { view } from "../state/run";
import { ask, say } from "../state/talk";
import { shownRun } from "../state/verbs";
import { automataPicture, channelsPicture, chartPicture, sourcePicture, variablesPicture } from "./pictures";
import { fileName, type PictureFormat, save, savePicture } from "./save";

const PICTURES: Record<string, () => VNode> = {
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
];

const attempt = (work: Promise<void>) => void work.catch((problem: unknown) => say(problem instanceof Error ? problem.message : String(problem)));

async function saveRun(format: ExportFormat): Promise<void> {
  if (!view.value) return;
  const { name, media, text } = await ask("run.export", { run: view.value.run, format });
  save(name, new Blob([text], { type: media }));
}

export function ExportMenu({ view: shown }: { view: string }) {
  const items: Item[] = FORMATS.map(([format, label]) => ({
    label,
    run: () => attempt(savePicture(shown, PICTURES[shown]!(), format)),
  }));
  if (shown === "chart") {
    items.push(...TEXTS.map(([format, label]) => ({ label, run: () => attempt(saveRun(format)) })));
    const trail = shownRun.value?.trail;
    if (trail) items.push({ label: "Trail of SPIN", run: () => save(fileName("run", "trail"), new Blob([trail])) });
  }
  return <Menu label={`Export ${shown}`} quiet face={<Icon name="export" />} items={items} />;
}

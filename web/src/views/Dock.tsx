/** The time cursor: a slider over the run, what moves it, and what is known about the run along it. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../parts/Icon";
import { back, cursor, fresh, length, origin, play, playing, random, reset, scene, scrub, step, until, view } from "../state/run";
import { speed, SPEEDS } from "../state/settings";
import { say } from "../state/talk";
import { Lanes, WatchButton } from "./Lanes";
import { RunTree } from "./RunTree";

export function Dock() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const watcher = new ResizeObserver(() =>
      document.documentElement.style.setProperty("--dock", `${box.current?.offsetHeight ?? 120}px`),
    );
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);
  return (
    <footer class="dock" ref={box} aria-label="Time">
      <div class="track">
        <Lanes />
        <RunTree />
        <Slider />
      </div>
      <div class="moves">
        <Buttons />
        <Where />
        <WatchButton />
        <Until />
      </div>
    </footer>
  );
}

function Slider() {
  const end = length.value;
  const now = cursor.value;
  const step_ = scene.value?.step;
  return (
    <div class="slider">
      <input
        type="range"
        aria-label="Time"
        min={0}
        max={end}
        step={1}
        value={now}
        disabled={!fresh.value}
        aria-valuetext={`step ${now} of ${end}${step_ ? `: ${step_.name} ${step_.statement}` : ""}`}
        style={{ "--share": `${end ? (100 * now) / end : 0}%` }}
        onInput={(event) => void scrub(Number(event.currentTarget.value))}
      />
      {view.value?.loop != null && end > 0 && (
        <span class="loop" style={{ left: `${(100 * (view.value.loop - 1)) / end}%` }} title="From here on the run repeats">
          ↻ repeats
        </span>
      )}
    </div>
  );
}

function Buttons() {
  const now = scene.value;
  const still = !fresh.value;
  const atEnd = still || !now || (cursor.value >= length.value && now.choices.length === 0);
  return (
    <div class="buttons" role="group" aria-label="Moves">
      <button type="button" onClick={() => void reset()} disabled={still} title="To the beginning (Home)">
        <Icon name="reset" /> Reset
      </button>
      <button type="button" onClick={() => void back()} disabled={still || cursor.value === 0} title="One step back (left arrow)">
        <Icon name="back" /> Back
      </button>
      <button type="button" class="main" onClick={() => void step()} disabled={atEnd} title="One step on: along the run, then at random (right arrow)">
        <Icon name="step" /> Step
      </button>
      <button type="button" aria-pressed={playing.value} onClick={play} disabled={still || (atEnd && view.value?.loop == null && !playing.value)} title="Play and pause (space)">
        <Icon name={playing.value ? "pause" : "play"} /> Play
      </button>
      <label class="speed">
        <span class="hidden-text">Speed</span>
        <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))} title="Steps in a second">
          {SPEEDS.map((one, index) => (
            <option value={index}>{one}/s</option>
          ))}
        </select>
      </label>
      <button type="button" onClick={() => void random(100)} disabled={still || !now?.choices.length} title="A hundred steps at random">
        Run 100
      </button>
    </div>
  );
}

function Where() {
  const now = scene.value;
  return (
    <p class="where" aria-live={playing.value ? "off" : "polite"} aria-atomic="true">
      <strong>
        {cursor.value} / {length.value}
      </strong>
      {origin.value && <span class="origin">{origin.value}</span>}
      {now?.step && (
        <span class="last">
          {now.step.name} <code>{now.step.statement || "ends"}</code>
        </span>
      )}
    </p>
  );
}

function Until() {
  const condition = useSignal("");
  const submit = (event: Event) => {
    event.preventDefault();
    if (condition.value.trim()) void until(condition.value.trim());
    else say("Type a condition, such as len(q) == 2.");
  };
  return (
    <form class="until" onSubmit={submit}>
      <label>
        Run until{" "}
        <input
          type="text"
          class="mono"
          placeholder="len(q) == 2"
          value={condition.value}
          spellcheck={false}
          onInput={(event) => (condition.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" disabled={!fresh.value}>
        Run
      </button>
    </form>
  );
}

/** A model to be repaired, with properties that are not shown: the page says which fail, not how. */
import { Told } from "../parts/Told";
import { attempt, present, tried } from "../state/exercises";
import { work } from "../state/model";

/** The exercise that is open, in the place of results. */
export function Exercise() {
  const exercise = present();
  if (!exercise) return null;
  const last = tried.value;
  const verdicts = last ? last.answer.verdicts : exercise.properties.map((property) => ({ property, verdict: "", note: "" }));
  return (
    <div class="found-run">
      <h3>Exercise: {exercise.title}</h3>
      <p>
        <Told text={exercise.task} />
      </p>
      <ul class="asked-for">
        {verdicts.map((one) => (
          <li>
            {one.verdict && <span class={`verdict ${one.verdict === "holds" ? "good" : one.verdict === "fails" ? "bad" : "open"}`}>{one.verdict}</span>}
            <Told text={one.property} /> <span class="hint">{one.note}</span>
          </li>
        ))}
      </ul>
      {last?.answer.solved && <p class="verdict good">Solved.</p>}
      {last && last.text !== work.value.text && <p class="hint">The text was changed since.</p>}
      <button type="button" class="main" onClick={() => void attempt(exercise)}>
        Try
      </button>
    </div>
  );
}

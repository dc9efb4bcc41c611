/** Exercises: a model to be repaired, and properties whose verdicts are told, but not why. */
import { signal } from "@preact/signals";
import type { ExerciseAnswer, ExerciseEntry } from "../protocol";
import { work as askFor } from "./job";
import { openText, work } from "./model";
import { recall, remember } from "./store";
import { hello, say } from "./talk";

const name = signal(recall("exercise", ""));
export const tried = signal<{ text: string; answer: ExerciseAnswer } | null>(null);

/** The exercise that is worked on, as long as its file is open. */
export function present(): ExerciseEntry | null {
  const found = hello.value?.exercises.find((one) => one.name === name.value) ?? null;
  return found && work.value.name === found.file ? found : null;
}

export function begin(exercise: ExerciseEntry): void {
  name.value = exercise.name;
  remember("exercise", exercise.name);
  tried.value = null;
  openText(exercise.file, exercise.text);
}

export async function attempt(exercise: ExerciseEntry): Promise<void> {
  const { text } = work.value;
  try {
    const answer = await askFor("Exercise", "exercise.try", { exercise: exercise.name, text });
    if (answer) tried.value = { text, answer };
  } catch (problem) {
    say(problem instanceof Error ? problem.message : String(problem));
  }
}

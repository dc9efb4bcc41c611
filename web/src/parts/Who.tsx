/** The name of a process with its colour, the same wherever it is shown. */
export function Who({ process, name }: { process: number | null; name: string }) {
  return (
    <span class={process === null ? "who" : `who p${process % 10}`}>
      <i aria-hidden="true" />
      {name}
    </span>
  );
}

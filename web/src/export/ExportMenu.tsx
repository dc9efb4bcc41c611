/** A view as a file. */
export function ExportMenu(_props: { view: string }) {
  return null;
}

/** A sentence in which names stand between backticks: those are shown as code. */
export function Told({ text }: { text: string }) {
  return (
    <>
      {text.split("`").map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))}
    </>
  );
}

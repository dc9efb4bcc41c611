/** Texts that an answer consists of, to be read, copied or opened. */
import { openText } from "../state/model";
import { say } from "../state/talk";

interface Written {
  name: string;
  text: string;
}

export function TextResult({ files }: { files: Written[] }) {
  return (
    <>
      {files.map((file) => (
        <One key={file.name} file={file} />
      ))}
    </>
  );
}

function One({ file }: { file: Written }) {
  const copy = () =>
    void navigator.clipboard.writeText(file.text).then(
      () => say(`${file.name} is in the clipboard.`),
      () => say("The browser does not allow it."),
    );
  return (
    <figure class="written">
      <figcaption>
        <code>{file.name}</code>
        <button type="button" class="small" onClick={copy}>
          Copy
        </button>
        {file.name.endsWith(".pml") && (
          <button type="button" class="small" onClick={() => openText(file.name, file.text)}>
            Open as the model
          </button>
        )}
      </figcaption>
      <pre class="text">{file.text}</pre>
    </figure>
  );
}

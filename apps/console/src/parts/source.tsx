import { saveAs } from '../api/download';
import { Button, CopyButton } from './basics';

/** A text of this length still scrolls smoothly. */
const MAX_SHOWN_CHARS = 300_000;

export function Source({ text, fileName }: { text: string; fileName: string }) {
  const isCut = text.length > MAX_SHOWN_CHARS;
  return (
    <>
      <div class="actions">
        <CopyButton text={text} />
        <Button onClick={() => saveAs(new Blob([text], { type: 'text/plain;charset=utf-8' }), fileName)}>Save</Button>
      </div>
      {isCut && <p class="notice">The first {MAX_SHOWN_CHARS.toLocaleString('en')} characters. Save it to read all.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <pre class="source" tabIndex={0}>
        <code>{isCut ? text.slice(0, MAX_SHOWN_CHARS) : text}</code>
      </pre>
    </>
  );
}

export const Json = ({ value, fileName }: { value: unknown; fileName: string }) => (
  <Source text={JSON.stringify(value, null, 2) ?? 'null'} fileName={fileName} />
);

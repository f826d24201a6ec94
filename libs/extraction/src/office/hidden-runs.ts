import { Parser } from 'htmlparser2';
import { decodeText } from '../decode/decode-text';
import { readXml, type XmlAttributes } from './read-xml';

/** Maximum length of a style's inheritance chain. A longer chain is a cycle. */
const MAX_INHERITANCE = 20;
const OFF = new Set(['0', 'false', 'off']);

interface Style {
  basedOn?: string;
  isHidden?: boolean;
}

/** `w:vanish` of the styles of a Word document (ECMA-376, 17.3.2.41 and 17.7.3). */
export interface HidingStyles {
  styles: ReadonlyMap<string, Style>;
  defaultParagraph: string | undefined;
  isHiddenByDefault: boolean;
}

/** Reads `word/styles.xml`. */
export function readHidingStyles(bytes: Buffer): HidingStyles {
  const styles = new Map<string, Style>();
  const path: string[] = [];
  let style: Style = {};
  let defaultParagraph: string | undefined;
  let isHiddenByDefault = false;
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'w:style') {
        style = {};
        const id = attributes['w:styleId'] ?? '';
        styles.set(id, style);
        if (attributes['w:type'] === 'paragraph' && isOn(attributes['w:default'] ?? '0')) defaultParagraph = id;
      } else if (name === 'w:basedOn') style.basedOn = attributes['w:val'];
      else if (name === 'w:vanish' && path.at(-1) === 'w:rPr') {
        if (path.at(-2) === 'w:style') style.isHidden = isOn(attributes['w:val']);
        else if (path.at(-2) === 'w:rPrDefault') isHiddenByDefault = isOn(attributes['w:val']);
      }
      path.push(name);
    },
    close: () => void path.pop(),
  });
  return { styles, defaultParagraph, isHiddenByDefault };
}

/** Removes hidden runs from a part of a Word document. Returns the same bytes if there are none. */
export function removeHiddenRuns(bytes: Buffer, hiding: HidingStyles): Buffer {
  const text = decodeText(bytes, 'utf-8');
  const path: string[] = [];
  /** Style of each open paragraph. */
  const paragraphs: (string | undefined)[] = [];
  const runs: { start: number; style?: string; isHidden?: boolean }[] = [];
  const hidden: { start: number; end: number }[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const [inner, outer] = [path.at(-1), path.at(-2)];
        if (name === 'w:p') paragraphs.push(hiding.defaultParagraph);
        else if (name === 'w:r') runs.push({ start: parser.startIndex });
        else if (name === 'w:pStyle' && inner === 'w:pPr' && outer === 'w:p')
          paragraphs[paragraphs.length - 1] = attributes['w:val'];
        else if (inner === 'w:rPr' && outer === 'w:r') readProperty(name, attributes);
        path.push(name);
      },
      onclosetag(name) {
        path.pop();
        if (name === 'w:p') paragraphs.pop();
        else if (name === 'w:r') {
          const run = runs.pop();
          if (run !== undefined && isHiddenRun(run)) hidden.push({ start: run.start, end: parser.endIndex + 1 });
        }
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return hidden.length === 0 ? bytes : Buffer.from(without(text, hidden));

  function readProperty(name: string, attributes: XmlAttributes): void {
    const run = runs.at(-1);
    if (run === undefined) return;
    if (name === 'w:vanish') run.isHidden = isOn(attributes['w:val']);
    else if (name === 'w:rStyle') run.style = attributes['w:val'];
  }

  /** A toggle property: hidden by the paragraph style and by the character style is shown. */
  function isHiddenRun({ style, isHidden }: { style?: string; isHidden?: boolean }): boolean {
    if (isHidden !== undefined) return isHidden;
    const [ofParagraph, ofRun] = [paragraphs.at(-1), style].map((id) => isHiddenByStyle(hiding, id));
    return hiding.isHiddenByDefault || ofParagraph !== ofRun;
  }
}

function isHiddenByStyle({ styles }: HidingStyles, id: string | undefined): boolean {
  let style = styles.get(id ?? '');
  for (let level = 0; style !== undefined && level < MAX_INHERITANCE; level++) {
    if (style.isHidden !== undefined) return style.isHidden;
    style = styles.get(style.basedOn ?? '');
  }
  return false;
}

function isOn(value: string | undefined): boolean {
  return !OFF.has(value ?? '1');
}

/** Runs end in the order of `hidden`; nested runs end first. */
function without(text: string, hidden: readonly { start: number; end: number }[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of hidden.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start < from) continue;
    parts.push(text.slice(from, start));
    from = end;
  }
  return [...parts, text.slice(from)].join('');
}

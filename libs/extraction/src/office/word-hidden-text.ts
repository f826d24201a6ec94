import { readXml, type XmlAttributes, type XmlListener } from './read-xml';

interface Style {
  parent?: string;
  isHidden?: boolean;
}

/** An open element. `isHidden` and `style`: set directly on a run, paragraph or table. */
interface Frame {
  name: string;
  start: number;
  isHidden?: boolean;
  style?: string;
  paragraph?: Frame;
  table?: Frame;
  shown: [start: number, end: number][];
}

/** Parent styles; they may form a cycle. */
const MAX_PARENTS = 20;
/** Field marks are invisible, and mammoth needs them in pairs. */
const NOT_SHOWN = new Set(['w:rPr', 'w:fldChar', 'w:instrText']);

/** Styles of a Word file that hide text (`w:vanish`). */
export class WordStyles implements XmlListener {
  private readonly styles = new Map<string, Style>();
  /** Default styles of paragraphs, runs and tables, by type. */
  private readonly defaults = new Map<string, string>();
  private readonly path: string[] = [];
  private style: Style = {};
  private readonly documentDefaults: Style = {};
  mayHide = false;

  constructor(bytes: Buffer | undefined) {
    if (bytes !== undefined) readXml(bytes, this);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'w:style') this.addStyle(attributes);
    else if (name === 'w:docDefaults') this.style = this.documentDefaults;
    else if (name === 'w:basedOn') this.style.parent = attributes['w:val'];
    // Ignores conditional table formatting and properties replaced by a tracked change.
    else if (name === 'w:vanish' && /^w:(?:style|rPrDefault)$/.test(this.path.at(-2) ?? '')) {
      this.style.isHidden = isOn(attributes);
      this.mayHide = true;
    }
    this.path.push(name);
  }

  close(): void {
    this.path.pop();
  }

  /** The property is a toggle: text of a hidden style in a paragraph of a hidden style is shown (ECMA-376, 17.7.3). */
  isHidden(run: Frame): boolean {
    if (run.isHidden !== undefined) return run.isHidden;
    if (this.documentDefaults.isHidden === true) return true;
    const styles = [
      this.hides('character', run),
      this.hides('paragraph', run.paragraph),
      this.hides('table', run.table),
    ];
    return styles.filter((hides) => hides).length % 2 === 1;
  }

  private hides(type: string, frame: Frame | undefined): boolean {
    let style = frame && this.styles.get(`${type} ${frame.style ?? this.defaults.get(type)}`);
    for (let level = 0; level < MAX_PARENTS && style !== undefined; level++) {
      if (style.isHidden !== undefined) return style.isHidden;
      style = this.styles.get(`${type} ${style.parent}`);
    }
    return false;
  }

  private addStyle(attributes: XmlAttributes): void {
    const type = attributes['w:type'] ?? 'paragraph';
    const id = attributes['w:styleId'] ?? '';
    this.style = {};
    if (!this.styles.has(`${type} ${id}`)) this.styles.set(`${type} ${id}`, this.style);
    if (attributes['w:default'] !== undefined && isOn({ 'w:val': attributes['w:default'] }))
      this.defaults.set(type, id);
  }
}

/** Removes hidden runs from a part of a Word file. A hidden paragraph mark hides no text. */
export function removeHiddenText(part: Buffer, styles: WordStyles): Buffer {
  if (!styles.mayHide && !part.includes('w:vanish')) return part;
  const open: Frame[] = [];
  const hidden: Frame['shown'] = [];
  const xml = readXml(part, {
    open(name, attributes, start) {
      const parent = open.at(-1);
      const owner = open.at(-2);
      const frame: Frame = { name, start, paragraph: parent?.paragraph, table: parent?.table, shown: [] };
      if (name === 'w:p') frame.paragraph = frame;
      else if (name === 'w:tbl') frame.table = frame;
      else if (owner !== undefined && parent?.name === `${owner.name}Pr`) {
        if (/^w:(?:r|p|tbl)Style$/.test(name)) owner.style = attributes['w:val'];
        else if (name === 'w:vanish') owner.isHidden = isOn(attributes);
      }
      open.push(frame);
    },
    close(name, end) {
      const frame = open.pop();
      const parent = open.at(-1);
      if (frame === undefined) return;
      if (parent?.name === 'w:r' && !NOT_SHOWN.has(name)) parent.shown.push([frame.start, end]);
      if (name === 'w:r' && styles.isHidden(frame)) for (const range of frame.shown) hidden.push(range);
    },
  });
  if (hidden.length === 0) return part;
  const kept: string[] = [];
  let end = 0;
  // Hidden runs may be nested in text boxes.
  for (const [from, to] of hidden.sort((a, b) => a[0] - b[0])) {
    if (from < end) continue;
    kept.push(xml.slice(end, from));
    end = to;
  }
  return Buffer.from(kept.join('') + xml.slice(end));
}

function isOn(attributes: XmlAttributes): boolean {
  return !/^(?:0|false|off)$/.test(attributes['w:val'] ?? '');
}

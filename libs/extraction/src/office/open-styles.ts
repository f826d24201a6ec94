import { readXml, type XmlAttributes, type XmlListener } from './read-xml';

export type Mark = 'strong' | 'em' | 's' | 'sub' | 'sup' | 'code';

interface Style {
  parent?: string;
  /** true: the style sets the mark; false: it clears an inherited one. */
  marks: Map<Mark, boolean>;
  headingLevel?: number;
  isHidden?: boolean;
}

/** Parent styles; they may form a cycle. */
const MAX_PARENTS = 20;

/** The meaningful styles of an OpenDocument file. Automatic and named styles share one map. */
export class OpenStyles implements XmlListener {
  private readonly styles = new Map<string, Style>();
  /** The numbered levels, from 1, of each list style. */
  private readonly numbered = new Map<string, Set<number>>();
  private style: Style | undefined;
  private list: Set<number> | undefined;

  read(bytes: Buffer): void {
    readXml(bytes, this);
  }

  open(name: string, attributes: XmlAttributes): void {
    if (name === 'style:style') this.style = this.addStyle(attributes);
    else if (name === 'style:text-properties' && this.style !== undefined) {
      readMarks(attributes, this.style.marks);
      const display = attributes['text:display'];
      if (display !== undefined) this.style.isHidden = display === 'none';
    } else if (name === 'text:list-style') {
      this.list = new Set();
      this.numbered.set(attributes['style:name'] ?? '', this.list);
    } else if (name === 'text:list-level-style-number' && (attributes['style:num-format'] ?? '') !== '') {
      this.list?.add(Number(attributes['text:level']));
    }
  }

  close(name: string): void {
    if (name === 'style:style') this.style = undefined;
    if (name === 'text:list-style') this.list = undefined;
  }

  isNumbered(listStyle: string | undefined, level: number): boolean {
    return this.numbered.get(listStyle ?? '')?.has(level) ?? false;
  }

  /** The marks that a text style sets. */
  marksOf(name: string | undefined): Mark[] {
    const marks = new Map<Mark, boolean>();
    for (const [, style] of this.lineage(name)) {
      for (const [mark, isOn] of style.marks) if (!marks.has(mark)) marks.set(mark, isOn);
    }
    return [...marks].flatMap(([mark, isOn]) => (isOn ? mark : []));
  }

  isHidden(name: string | undefined): boolean {
    return this.lineage(name).find(([, { isHidden }]) => isHidden !== undefined)?.[1].isHidden === true;
  }

  elementOf(name: string | undefined): 'p' | 'pre' | 'blockquote' | `h${number}` {
    for (const [id, { headingLevel }] of this.lineage(name)) {
      if (headingLevel !== undefined && headingLevel >= 1) return `h${Math.min(6, headingLevel)}`;
      if (id === 'Title') return 'h1';
      if (id === 'Quotations' || id === 'Quote') return 'blockquote';
      if (id === 'Preformatted_20_Text') return 'pre';
    }
    return 'p';
  }

  /** The style and its ancestors, nearest first. */
  private lineage(name: string | undefined): [string, Style][] {
    const styles: [string, Style][] = [];
    let id = name;
    while (id !== undefined && styles.length < MAX_PARENTS) {
      const style = this.styles.get(id);
      styles.push([id, style ?? { marks: new Map() }]);
      id = style?.parent;
    }
    return styles;
  }

  private addStyle(attributes: XmlAttributes): Style {
    const style: Style = { marks: new Map() };
    const parent = attributes['style:parent-style-name'];
    if (parent !== undefined) style.parent = parent;
    const level = attributes['style:default-outline-level'];
    if (level !== undefined && level !== '') style.headingLevel = Number(level);
    const name = attributes['style:name'] ?? '';
    if (name === 'Source_20_Text') style.marks.set('code', true);
    this.styles.set(name, style);
    return style;
  }
}

function readMarks(attributes: XmlAttributes, marks: Map<Mark, boolean>): void {
  const weight = attributes['fo:font-weight'];
  if (weight !== undefined) marks.set('strong', weight === 'bold' || Number(weight) >= 600);
  const slope = attributes['fo:font-style'];
  if (slope !== undefined) marks.set('em', slope === 'italic' || slope === 'oblique');
  const line = attributes['style:text-line-through-style'];
  if (line !== undefined) marks.set('s', line !== 'none');
  const [raised] = (attributes['style:text-position'] ?? '').split(' ');
  if (raised !== undefined && raised !== '') {
    const shift = raised === 'super' ? 1 : raised === 'sub' ? -1 : Number.parseFloat(raised);
    marks.set('sup', shift > 0);
    marks.set('sub', shift < 0);
  }
}

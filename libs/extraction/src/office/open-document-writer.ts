import { escapeHtmlText } from '../tree/serialize-html';
import { SKIPPED, spanOf } from './open-elements';
import type { OpenStyles } from './open-styles';
import type { XmlAttributes, XmlListener } from './read-xml';
import { quoted } from './write-blocks';

const MAX_SPACES = 100;

interface Frame {
  picture?: string;
  alt?: string;
  isTitle: boolean;
  /** The frame's picture is only a preview of its table. */
  hasTable: boolean;
}

/** An item, cell or block with paragraphs. The first paragraph of an item or cell is written without `<p>`. */
interface Holder {
  kind: 'item' | 'cell' | 'block';
  paragraphs: number;
}

/** A part of the page. Pictures are names in the archive until all are read. */
type Part = string | { picture: string; alt: string };

/** Writes HTML while the content of an OpenDocument file is read. */
export class OpenDocumentWriter implements XmlListener {
  readonly pictures = new Set<string>();
  private parts: Part[] = [];
  private readonly closing: string[] = [];
  private readonly lists: (string | undefined)[] = [];
  private readonly holders: Holder[] = [{ kind: 'block', paragraphs: 0 }];
  private readonly frames: Frame[] = [];
  private readonly notes: Part[][] = [];
  private readonly outer: Part[][] = [];
  private skipped = 0;
  private headerRows = 0;
  /** Open paragraphs. At 0, text is the indentation of the XML. */
  private paragraphs = 0;
  private caption: string | undefined;

  constructor(private readonly styles: OpenStyles) {}

  /** `sourceOf`: undefined for a picture that browsers cannot show. */
  html(sourceOf: (picture: string) => string | undefined): string {
    const write = (part: Part) => {
      if (typeof part === 'string') return part;
      const source = sourceOf(part.picture);
      return source === undefined ? '' : `<img src="${source}" alt="${quoted(part.alt)}">`;
    };
    const notes = this.notes.map((note, index) => `<p>[${index + 1}] ${note.map(write).join('')}</p>`);
    return this.parts.map(write).join('') + notes.join('');
  }

  open(name: string, attributes: XmlAttributes): void {
    if (this.skipped > 0 || SKIPPED.has(name) || this.isHidden(attributes)) {
      this.skipped++;
      return;
    }
    this.closing.push(this.begin(name, attributes));
  }

  close(name: string): void {
    if (this.skipped > 0) {
      this.skipped--;
      return;
    }
    const closing = this.closing.pop() ?? '';
    if (closing !== '') this.parts.push(closing);
    this.end(name);
  }

  text(data: string): void {
    if (this.skipped > 0) return;
    if (this.caption !== undefined) this.caption += data;
    else if (this.paragraphs > 0) this.parts.push(escapeHtmlText(data));
  }

  private isHidden(attributes: XmlAttributes): boolean {
    return attributes['text:display'] === 'none' || this.styles.isHidden(attributes['text:style-name']);
  }

  /** Writes the start tag of an element and returns the end tag. */
  private begin(name: string, attributes: XmlAttributes): string {
    switch (name) {
      case 'text:h':
      case 'text:p':
        return this.beginParagraph(name, attributes);
      case 'text:list':
        return this.beginList(attributes['text:style-name']);
      case 'text:list-item':
      case 'text:list-header':
        this.holders.push({ kind: 'item', paragraphs: 0 });
        return this.element('li');
      case 'text:span':
        return this.styles
          .marksOf(attributes['text:style-name'])
          .map((mark) => this.element(mark))
          .reverse()
          .join('');
      case 'text:a':
        return this.element('a', ` href="${quoted(attributes['xlink:href'] ?? '')}"`);
      case 'text:s':
        this.parts.push(' '.repeat(Math.min(MAX_SPACES, Math.max(1, Number(attributes['text:c'] ?? 1) || 1))));
        return '';
      case 'text:tab':
        this.parts.push('\t');
        return '';
      case 'text:line-break':
        this.parts.push('<br>');
        return '';
      case 'table:table':
        this.holders.push({ kind: 'block', paragraphs: 0 });
        for (const frame of this.frames.slice(-1)) frame.hasTable = true;
        return this.element('table');
      case 'table:table-header-rows':
        this.headerRows++;
        return '';
      case 'table:table-row':
        return this.element('tr');
      case 'table:table-cell':
        this.holders.push({ kind: 'cell', paragraphs: 0 });
        return this.element(this.headerRows > 0 ? 'th' : 'td', spanOf(attributes));
      case 'draw:frame':
        this.frames.push({ isTitle: attributes['presentation:class'] === 'title', hasTable: false });
        return '';
      case 'draw:image':
        this.takePicture(attributes['xlink:href'] ?? '');
        return '';
      case 'draw:text-box':
        this.holders.push({ kind: 'block', paragraphs: 0 });
        return '';
      case 'svg:title':
      case 'svg:desc':
      case 'text:note-citation':
        this.caption = '';
        return '';
      case 'text:note-body':
        this.outer.push(this.parts);
        this.parts = [];
        this.holders.push({ kind: 'cell', paragraphs: 0 });
        return '';
      default:
        return '';
    }
  }

  private end(name: string): void {
    switch (name) {
      case 'text:h':
      case 'text:p':
        this.paragraphs--;
        break;
      case 'text:list':
        this.lists.pop();
        break;
      case 'text:list-item':
      case 'text:list-header':
      case 'table:table':
      case 'table:table-cell':
      case 'draw:text-box':
        this.holders.pop();
        break;
      case 'table:table-header-rows':
        this.headerRows--;
        break;
      case 'draw:frame':
        this.endFrame();
        break;
      case 'svg:title':
      case 'svg:desc':
        this.endCaption();
        break;
      case 'text:note-citation':
        this.caption = undefined;
        break;
      case 'text:note-body':
        this.holders.pop();
        this.notes.push(this.parts);
        this.parts = this.outer.pop() ?? [];
        this.parts.push(`<sup>[${this.notes.length}]</sup>`);
        break;
    }
  }

  private beginParagraph(name: string, attributes: XmlAttributes): string {
    const isNested = this.paragraphs++ > 0;
    const holder = this.holders.at(-1) as Holder;
    const isFirst = holder.paragraphs++ === 0;
    const level = Number(attributes['text:outline-level'] ?? 1) || 1;
    const styled = this.styles.elementOf(attributes['text:style-name']);
    const element = name === 'text:h' ? `h${Math.max(1, Math.min(6, level))}` : styled;
    // A text box is nested in a paragraph, which HTML does not allow.
    if (isNested && holder.kind === 'block') {
      this.parts.push('<br>');
      return '<br>';
    }
    if (this.frames.at(-1)?.isTitle === true) return this.element('h2');
    // Every line of a listing is a paragraph.
    if (element === 'pre' && this.parts.at(-1) === '</pre>') {
      this.parts.splice(-1, 1, '\n');
      return '</pre>';
    }
    if (holder.kind === 'block' || element !== 'p') return this.element(element);
    if (isFirst) return '';
    if (holder.kind === 'item') return this.element('p');
    this.parts.push('<br>');
    return '';
  }

  private beginList(style: string | undefined): string {
    // A nested list inherits the style of the outer one.
    const name = style ?? this.lists.at(-1);
    this.lists.push(name);
    const element = this.styles.isNumbered(name, this.lists.length) ? 'ol' : 'ul';
    // Slides use one list per item and one item per nested list: both are joined.
    if (this.parts.at(-1) === '<li>' && this.parts.at(-2) === '</li>') this.parts.splice(-2);
    if (this.parts.at(-1) !== '</ul>' || element !== 'ul') return this.element(element);
    this.parts.pop();
    return '</ul>';
  }

  private takePicture(href: string): void {
    const frame = this.frames.at(-1);
    const name = href.replace(/^\.\//, '');
    // A picture outside the archive is not fetched.
    if (frame === undefined || name === '' || /^[a-z]+:|^\.\./i.test(name)) return;
    frame.picture ??= name;
  }

  private endCaption(): void {
    const frame = this.frames.at(-1);
    if (frame !== undefined) frame.alt ??= this.caption?.trim() || undefined;
    this.caption = undefined;
  }

  private endFrame(): void {
    const frame = this.frames.pop();
    if (frame?.picture === undefined || frame.hasTable) return;
    this.pictures.add(frame.picture);
    this.parts.push({ picture: frame.picture, alt: frame.alt ?? '' });
  }

  private element(name: string, attributes = ''): string {
    this.parts.push(`<${name}${attributes}>`);
    return `</${name}>`;
  }
}

import { escapeHtmlText } from '../tree/serialize-html';
import type { XmlAttributes, XmlListener } from './read-xml';
import { type OfficeBlock, quoted } from './write-blocks';

/** The targets of a slide's relations, by id. */
export type Targets = ReadonlyMap<string, string>;

type Placeholder = 'title' | 'body' | 'other' | undefined;

/** Reads a slide of Office Open XML, shape by shape in the order of the file. */
export class SlideWriter implements XmlListener {
  readonly blocks: OfficeBlock[] = [];
  isHidden = false;
  private placeholder: Placeholder;
  private paragraph: string[] = [];
  private bullet: { level: number; isOrdered: boolean; isShown: boolean | undefined } | undefined;
  private run: { text: string; isBold: boolean; isItalic: boolean; link: string | undefined } | undefined;
  private isText = false;
  private rows: string[][] | undefined;
  private cell: string[] = [];
  private alt = '';

  /** `sourceOf`: the URI of a picture by its name in the archive; undefined if browsers cannot show it. */
  constructor(
    private readonly targets: Targets,
    private readonly sourceOf: (picture: string) => string | undefined,
  ) {}

  open(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'p:sld':
        this.isHidden = attributes.show === '0' || attributes.show === 'false';
        break;
      case 'p:sp':
        this.placeholder = undefined;
        break;
      case 'p:ph':
        this.placeholder = placeholderOf(attributes.type);
        break;
      case 'p:cNvPr':
        this.alt = attributes.descr ?? '';
        break;
      case 'a:tbl':
        this.rows = [];
        break;
      case 'a:tr':
        this.rows?.push([]);
        break;
      case 'a:tc':
        this.cell = [];
        break;
      case 'a:p':
        this.paragraph = [];
        this.bullet = { level: 0, isOrdered: false, isShown: undefined };
        break;
      case 'a:pPr':
        if (this.bullet !== undefined) this.bullet.level = Math.max(0, Math.min(8, Number(attributes.lvl ?? 0) || 0));
        break;
      case 'a:buNone':
      case 'a:buChar':
      case 'a:buAutoNum':
        if (this.bullet !== undefined) {
          this.bullet.isShown = name !== 'a:buNone';
          this.bullet.isOrdered = name === 'a:buAutoNum';
        }
        break;
      case 'a:r':
      case 'a:fld':
        this.run = { text: '', isBold: false, isItalic: false, link: undefined };
        break;
      case 'a:rPr':
        if (this.run !== undefined) {
          this.run.isBold = attributes.b === '1' || attributes.b === 'true';
          this.run.isItalic = attributes.i === '1' || attributes.i === 'true';
        }
        break;
      case 'a:hlinkClick':
        if (this.run !== undefined) this.run.link = this.targets.get(attributes['r:id'] ?? '');
        break;
      case 'a:t':
        this.isText = true;
        break;
      case 'a:br':
        this.paragraph.push('<br>');
        break;
      case 'a:blip':
        this.addPicture(attributes['r:embed'] ?? '');
        break;
    }
  }

  close(name: string): void {
    switch (name) {
      case 'a:t':
        this.isText = false;
        break;
      case 'a:r':
      case 'a:fld':
        this.endRun();
        break;
      case 'a:p':
        this.endParagraph();
        break;
      case 'a:tc':
        this.rows?.at(-1)?.push(this.cell.join('<br>'));
        break;
      case 'a:tbl':
        if (this.rows !== undefined && this.rows.length > 0) this.blocks.push({ kind: 'table', rows: this.rows });
        this.rows = undefined;
        break;
    }
  }

  text(data: string): void {
    if (this.isText && this.run !== undefined) this.run.text += data;
  }

  private endRun(): void {
    const { run } = this;
    this.run = undefined;
    if (run === undefined || run.text === '') return;
    let html = escapeHtmlText(run.text);
    if (run.isItalic) html = `<em>${html}</em>`;
    if (run.isBold && this.placeholder !== 'title') html = `<strong>${html}</strong>`;
    if (run.link !== undefined) html = `<a href="${quoted(run.link)}">${html}</a>`;
    this.paragraph.push(html);
  }

  private endParagraph(): void {
    const html = this.paragraph.join('').trim();
    const { bullet } = this;
    this.paragraph = [];
    this.bullet = undefined;
    if (html === '') return;
    if (this.rows !== undefined) this.cell.push(html);
    else if (this.placeholder === 'title') this.blocks.push({ kind: 'heading', level: 2, html });
    else if (bullet !== undefined && (bullet.isShown ?? this.placeholder === 'body')) {
      this.blocks.push({ kind: 'item', level: bullet.level, isOrdered: bullet.isOrdered, html });
    } else this.blocks.push({ kind: 'paragraph', html });
  }

  private addPicture(relation: string): void {
    const target = this.targets.get(relation);
    const source = target === undefined ? undefined : this.sourceOf(target);
    if (source === undefined) return;
    const alt = quoted(this.alt);
    this.blocks.push({ kind: 'paragraph', html: `<img src="${source}" alt="${alt}">` });
  }
}

/** A placeholder without a type is the slide's body, which has the bullets of the master. */
function placeholderOf(type: string | undefined): Placeholder {
  if (type === 'title' || type === 'ctrTitle') return 'title';
  return type === undefined || type === 'body' || type === 'obj' ? 'body' : 'other';
}

import type { OfficeBlock } from '../write-blocks';
import type { RtfState } from './rtf-state';
import { RtfText } from './rtf-text';

/** Matches the marker of a numbered item: `1.`, `a)`, `(iv)`. */
const ORDINAL = /^\s*\(?(?:\d{1,4}|[a-z]{1,5})[.)]/i;

/** Joins paragraphs and cells into blocks. */
export class RtfBlocks {
  private readonly blocks: OfficeBlock[] = [];
  private readonly notes: string[] = [];
  private text = new RtfText();
  private outer: RtfText | undefined;
  private marker: string | undefined;
  private cell: string[] = [];
  private row: string[] = [];
  private rows: string[][] = [];

  /** `headingOf`: the heading level of a style. */
  constructor(private readonly headingOf: (style: number | undefined) => number | undefined) {}

  get current(): RtfText {
    return this.text;
  }

  addMarker(text: string): void {
    this.marker = (this.marker ?? '') + text;
  }

  endParagraph(state: RtfState): void {
    if (this.outer !== undefined) {
      this.text.addHtml(' ');
      return;
    }
    const level = state.outlineLevel ?? this.headingOf(state.style);
    const html = this.text.html(level !== undefined);
    const { marker } = this;
    this.text = new RtfText();
    this.marker = undefined;
    if (state.isInTable) {
      if (html !== '') this.cell.push(html);
      return;
    }
    this.endTable();
    if (html === '') return;
    if (level !== undefined) this.blocks.push({ kind: 'heading', level, html });
    else if (marker !== undefined || state.isListed) {
      this.blocks.push({ kind: 'item', level: state.listLevel, isOrdered: ORDINAL.test(marker ?? ''), html });
    } else this.blocks.push({ kind: 'paragraph', html });
  }

  endCell(): void {
    const html = this.text.html();
    if (html !== '') this.cell.push(html);
    this.text = new RtfText();
    this.marker = undefined;
    this.row.push(this.cell.join('<br>'));
    this.cell = [];
  }

  endRow(): void {
    if (this.row.length > 0) this.rows.push(this.row);
    this.row = [];
  }

  beginNote(): void {
    if (this.outer !== undefined) return;
    this.outer = this.text;
    this.text = new RtfText();
  }

  endNote(): void {
    if (this.outer === undefined) return;
    this.notes.push(this.text.html());
    this.text = this.outer;
    this.outer = undefined;
    this.text.addHtml(`<sup>[${this.notes.length}]</sup>`);
  }

  finish(state: RtfState): OfficeBlock[] {
    this.endNote();
    if (this.row.length > 0 || this.cell.length > 0) this.endCell();
    this.endRow();
    this.endParagraph({ ...state, isInTable: false });
    this.endTable();
    const notes = this.notes.map((html, index): OfficeBlock => ({ kind: 'paragraph', html: `[${index + 1}] ${html}` }));
    return [...this.blocks, ...notes];
  }

  private endTable(): void {
    this.endRow();
    if (this.rows.length > 0) this.blocks.push({ kind: 'table', rows: this.rows });
    this.rows = [];
  }
}

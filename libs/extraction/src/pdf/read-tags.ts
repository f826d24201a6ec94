import type { LineJoiner } from './join-rows';
import { readListMarker } from './list-marker';
import { makeCode } from './make-code';
import type { Pdf } from './open-pdf';
import { type Row, type TextRun, textOfRow } from './page-text';
import { isHeader } from './take-table';
import { type Block } from './write-html';

export type TagTree = NonNullable<Awaited<ReturnType<Awaited<ReturnType<Pdf['getPage']>>['getStructTree']>>>;
type TagNode = TagTree | TagTree['children'][number];

export interface TaggedPage {
  /** Headings have the level of their tag; `size` is their font size, for documents without tagged headings. */
  blocks: { block: Block; size: number }[];
  /** Characters of the page, and how many of them are tagged. */
  characters: number;
  tagged: number;
}

/** Points of indentation per list level, from which `writeHtml` derives the nesting. */
const INDENT = 20;
/** In units of the font size. A smaller offset is a superscript. */
const MIN_LINE_DISTANCE = 0.6;
const WORD_GAP = 0.18;
const HEADING = /^H([1-6])$/;
const PARAGRAPH = /^(?:P|H|Title|Caption|Note|BibEntry|TOCI|BlockQuote|FENote|Aside)$/;

type Target = { kind: 'heading'; level: number } | { kind: 'paragraph' };

/** Reads the text of a page by its accessibility tags. */
export class TagReader {
  private readonly blocks: TaggedPage['blocks'] = [];
  private readonly runs = new Map<string, TextRun[]>();
  private characters = 0;
  private tagged = 0;
  private lines = new TaggedLines();
  private depth = 0;

  constructor(
    runs: readonly TextRun[],
    private readonly joiner: LineJoiner,
  ) {
    for (const run of runs) {
      if (run.isArtifact) continue;
      this.characters += run.text.length;
      if (run.content === undefined) continue;
      const known = this.runs.get(run.content);
      if (known === undefined) this.runs.set(run.content, [run]);
      else known.push(run);
    }
  }

  /** null: the page has no tags. */
  read(tree: TagTree | null): TaggedPage {
    if (tree !== null) this.walk(tree);
    this.end({ kind: 'paragraph' });
    return { blocks: this.blocks, characters: this.characters, tagged: this.tagged };
  }

  /** pdf.js limits the nesting. */
  private walk(node: TagNode): void {
    if (!('children' in node)) {
      this.take(node);
      return;
    }
    const { role } = node;
    const level = HEADING.exec(role)?.[1];
    if (level !== undefined) this.within(node, { kind: 'heading', level: Number(level) });
    else if (PARAGRAPH.test(role)) this.within(node, { kind: 'paragraph' });
    else if (role === 'Table') this.readTable(node);
    else if (role === 'LI') this.readItem(node);
    else if (role === 'L') {
      this.end({ kind: 'paragraph' });
      this.depth++;
      this.walkAll(node);
      this.depth--;
    } else if (/^(?:Document|Part|Art|Sect|Div|TOC|Index|Figure|Form)$/.test(role))
      this.within(node, { kind: 'paragraph' });
    else this.walkAll(node);
  }

  private walkAll(node: TagTree): void {
    for (const child of node.children) this.walk(child);
  }

  private within(node: TagTree, target: Target): void {
    this.end({ kind: 'paragraph' });
    this.walkAll(node);
    this.end(target);
  }

  private take(node: Exclude<TagNode, TagTree>): void {
    const runs = node.type === 'content' ? this.runs.get(node.id) : undefined;
    for (const run of runs ?? []) {
      this.tagged += run.text.length;
      this.lines.add(run);
    }
    // Each run is used once.
    if (runs !== undefined) this.runs.delete(node.id);
  }

  private end(target: Target): void {
    const { lines } = this;
    if (lines.isEmpty) return;
    this.lines = new TaggedLines();
    const isCode = target.kind === 'paragraph' && lines.rows.length > 1 && lines.rows.every((row) => row.isMono);
    const block: Block = isCode ? makeCode(lines.rows) : { ...target, text: this.textOf(lines) };
    this.blocks.push({ block, size: lines.size });
  }

  private readItem(node: TagTree): void {
    this.end({ kind: 'paragraph' });
    const label = node.children.find((child): child is TagTree => 'children' in child && child.role === 'Lbl');
    const mark = label === undefined ? '' : this.textWithin(label);
    const start = this.blocks.length;
    for (const child of node.children) if (child !== label) this.walk(child);
    this.end({ kind: 'paragraph' });
    const first = this.blocks[start];
    if (first === undefined || first.block.kind !== 'paragraph') return;
    const text = `${mark} ${first.block.text}`.trim();
    const marker = readListMarker(text);
    first.block = { kind: 'item', indent: this.depth * INDENT, text: text.slice(marker?.length ?? 0) };
    if (marker?.ordinal !== undefined) first.block.ordinal = marker.ordinal;
  }

  private readTable(node: TagTree): void {
    this.end({ kind: 'paragraph' });
    const rows = [...rowsOf(node)].map((row) =>
      row.children.filter((cell): cell is TagTree => 'children' in cell && /^T[HD]$/.test(cell.role)),
    );
    const texts = rows.filter((cells) => cells.length > 0).map((cells) => cells.map((cell) => this.textWithin(cell)));
    const hasHeader = rows[0]?.every((cell) => cell.role === 'TH') === true || isHeader(texts);
    if (texts.length > 0) this.blocks.push({ block: { kind: 'table', rows: texts, hasHeader }, size: 0 });
    // Captions, and wrongly tagged content.
    this.walkAll(node);
    this.end({ kind: 'paragraph' });
  }

  /** All text below a tag in one line. */
  private textWithin(node: TagTree): string {
    const outer = this.lines;
    this.lines = new TaggedLines();
    this.gather(node);
    const text = this.textOf(this.lines);
    this.lines = outer;
    return text;
  }

  private gather(node: TagNode): void {
    if (!('children' in node)) this.take(node);
    else for (const child of node.children) this.gather(child);
  }

  private textOf(lines: TaggedLines): string {
    return this.joiner.join(lines.rows.map(textOfRow)).replace(/\s+/g, ' ').trim();
  }
}

function* rowsOf(node: TagTree): Generator<TagTree> {
  for (const child of node.children) {
    if (!('children' in child)) continue;
    if (child.role === 'TR') yield child;
    else if (child.role !== 'Table') yield* rowsOf(child);
  }
}

/** Runs in reading order, made into lines. */
class TaggedLines {
  readonly rows: Row[] = [];
  size = 0;
  private last: TextRun | undefined;

  get isEmpty(): boolean {
    return this.rows.length === 0;
  }

  add(run: TextRun): void {
    const { last } = this;
    const row = this.rows.at(-1);
    this.last = run;
    this.size = Math.max(this.size, run.size);
    const distance = last === undefined ? 0 : Math.abs(last.y - run.y) / Math.max(last.size, run.size);
    if (last === undefined || row === undefined || distance > MIN_LINE_DISTANCE) {
      const { text, left, right, y, size, isMono } = run;
      this.rows.push({ cells: [{ text, left, right }], left, right, y, size, isMono });
      return;
    }
    const gap = Math.abs(run.left - last.right) / Math.min(last.size, run.size);
    const [cell] = row.cells as [Row['cells'][number]];
    cell.text += (run.isApart || gap > WORD_GAP ? ' ' : '') + run.text;
    row.left = cell.left = Math.min(cell.left, run.left);
    row.right = cell.right = Math.max(cell.right, run.right);
    row.isMono &&= run.isMono;
  }
}

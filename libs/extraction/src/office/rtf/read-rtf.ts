import type { FileProperties } from '../file-properties';
import { FileRefused } from '../file-refused';
import type { Pictures } from '../pictures';
import { writeBlocks } from '../write-blocks';
import { codePageOfFont, decodeBytes } from './code-pages';
import { formatState } from './format-state';
import { RtfBlocks } from './rtf-blocks';
import { destinationOf, firstState, plainMarks, type RtfState } from './rtf-state';
import { type RtfToken, readRtfTokens } from './rtf-tokens';

/** Nesting of groups. Programs write about twenty levels. */
const MAX_DEPTH = 1000;

/** The first that is present wins. */
const PROPERTIES: [word: string, property: keyof FileProperties][] = [
  ['title', 'title'],
  ['author', 'author'],
  ['doccomm', 'description'],
  ['subject', 'description'],
  ['keywords', 'keywords'],
];

/** Control words for characters. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['tab', '\t'],
  ['emdash', '\u2014'],
  ['endash', '\u2013'],
  ['lquote', '\u2018'],
  ['rquote', '\u2019'],
  ['ldblquote', '\u201c'],
  ['rdblquote', '\u201d'],
  ['bullet', '\u2022'],
  ['emspace', '\u2003'],
  ['enspace', '\u2002'],
  ['~', '\u00a0'],
  ['_', '\u2011'],
  ['nestcell', ' '],
]);

/** Rich Text Format as HTML. Throws FileRefused. */
export function readRtf(bytes: Uint8Array, pictures: Pictures): { body: string; properties: FileProperties } {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const reader = new RtfReader(pictures);
  for (const token of readRtfTokens(source)) reader.take(token);
  return reader.finish();
}

class RtfReader {
  private readonly states: RtfState[] = [firstState()];
  private readonly fonts = new Map<number, number>();
  private readonly headings = new Map<number, number>();
  private readonly blocks = new RtfBlocks((style) => (style === undefined ? undefined : this.headings.get(style)));
  /** The file's properties, by control word. */
  private readonly said = new Map<string, string>();
  private codePage = 1252;
  /** Bytes of a character that is not complete yet. */
  private pending = '';
  private toSkip = 0;
  private styleName = '';
  private picture: { type: string; digits: string } | undefined;

  constructor(private readonly pictures: Pictures) {}

  take(token: RtfToken): void {
    if (token.kind === 'text') {
      this.takeBytes(token.bytes);
      return;
    }
    this.flush();
    if (token.kind === 'control') this.takeControl(token.name, token.value);
    else if (token.kind === 'open') this.open();
    else if (token.kind === 'close') this.close();
    else this.takeDigits(Buffer.from(token.bytes, 'latin1').toString('hex'));
  }

  finish(): { body: string; properties: FileProperties } {
    this.flush();
    const properties: FileProperties = {};
    for (const [word, property] of PROPERTIES) properties[property] ??= this.said.get(word)?.trim() || undefined;
    return { body: writeBlocks(this.blocks.finish(this.state)), properties };
  }

  private get state(): RtfState {
    return this.states.at(-1) as RtfState;
  }

  private open(): void {
    if (this.states.length >= MAX_DEPTH) throw new FileRefused('is nested too deeply');
    this.states.push({ ...this.state, marks: { ...this.state.marks }, isOptional: false });
    this.toSkip = 0;
  }

  private close(): void {
    const ended = this.state;
    if (this.states.length > 1) this.states.pop();
    const { destination } = this.state;
    if (ended.destination === destination) return;
    if (ended.destination === 'note') this.blocks.endNote();
    if (ended.destination === 'picture') this.endPicture();
  }

  private takeBytes(bytes: string): void {
    const { destination } = this.state;
    if (destination === 'skipped' || destination === 'shape' || destination === 'info') return;
    if (destination === 'picture') {
      this.takeDigits(bytes);
      return;
    }
    const skipped = Math.min(this.toSkip, bytes.length);
    this.toSkip -= skipped;
    this.pending += bytes.slice(skipped);
  }

  private flush(): void {
    if (this.pending === '') return;
    const codePage = this.fonts.get(this.state.font) ?? this.codePage;
    const text = decodeBytes(this.pending, codePage);
    this.pending = '';
    this.addText(text);
  }

  private addText(text: string): void {
    const { state } = this;
    switch (state.destination) {
      case 'text':
      case 'note':
        if (!state.isHidden) this.blocks.current.add(text, state.marks, state.link);
        break;
      case 'marker':
        this.blocks.addMarker(text);
        break;
      case 'instruction':
        if (state.field !== undefined) state.field.instruction += text;
        break;
      case 'property':
        if (state.property !== undefined) this.said.set(state.property, (this.said.get(state.property) ?? '') + text);
        break;
      case 'styles':
        this.nameStyle(text);
        break;
    }
  }

  /** Heading styles have the same names in all languages. */
  private nameStyle(text: string): void {
    this.styleName += text;
    if (!text.includes(';')) return;
    const level =
      /^\s*heading (\d)\b/i.exec(this.styleName)?.[1] ?? (/^\s*title;/i.test(this.styleName) ? '1' : undefined);
    const { style, outlineLevel } = this.state;
    if (style !== undefined && (level !== undefined || outlineLevel !== undefined)) {
      this.headings.set(style, outlineLevel ?? Number(level));
    }
    this.styleName = '';
  }

  private takeControl(name: string, value: number | undefined): void {
    const { state } = this;
    if (name === '*') {
      state.isOptional = true;
      return;
    }
    const destination = destinationOf(name, state);
    if (destination !== undefined) {
      this.enter(destination);
      return;
    }
    state.isOptional = false;
    const character = CHARACTERS.get(name);
    if (state.destination === 'info' && PROPERTIES.some(([word]) => word === name)) {
      state.destination = 'property';
      state.property = name;
    } else if (name === 'u' && value !== undefined) {
      this.addText(String.fromCharCode(value & 0xffff));
      this.toSkip = state.substitutes;
    } else if (character !== undefined) this.addText(character);
    else if (state.destination === 'picture') this.describePicture(name);
    else if (!formatState(state, name, value) && !this.chooseFont(name, value)) this.breakText(name);
  }

  private enter(destination: RtfState['destination']): void {
    const { state } = this;
    // Destinations in hidden ones are hidden, and a style may have the name of a destination.
    if (state.destination === 'skipped' || (state.destination === 'shape' && destination !== 'text')) return;
    state.destination = destination;
    state.isOptional = false;
    if (destination === 'note') {
      state.marks = plainMarks();
      this.blocks.beginNote();
    }
    if (destination === 'picture') this.picture = { type: '', digits: '' };
    if (destination === 'styles') this.styleName = '';
  }

  private chooseFont(name: string, value: number | undefined): boolean {
    const { state } = this;
    if (name === 'f' || name === 'deff') state.font = value ?? 0;
    else if (name === 'fcharset') {
      const codePage = codePageOfFont(value ?? 0);
      if (state.destination === 'fonts' && codePage !== undefined) this.fonts.set(state.font, codePage);
    } else if (name === 'ansicpg') this.codePage = value ?? 1252;
    else if (name === 'mac') this.codePage = 10000;
    else if (name === 'pc') this.codePage = 437;
    else if (name === 'pca') this.codePage = 850;
    else return false;
    return true;
  }

  private breakText(name: string): void {
    const { state } = this;
    if (state.destination !== 'text' && state.destination !== 'note') return;
    if (name === 'par' || name === 'sect' || name === 'page') this.blocks.endParagraph(state);
    else if (name === 'line' || name === 'nestrow') this.blocks.current.addHtml('<br>');
    else if (name === 'cell') this.blocks.endCell();
    else if (name === 'row') this.blocks.endRow();
  }

  private describePicture(name: string): void {
    if (this.picture === undefined) return;
    if (name === 'pngblip') this.picture.type = 'image/png';
    if (name === 'jpegblip') this.picture.type = 'image/jpeg';
  }

  private takeDigits(digits: string): void {
    if (this.picture === undefined || this.picture.type === '' || !this.pictures.areWanted) return;
    this.picture.digits += digits;
  }

  private endPicture(): void {
    const { picture } = this;
    this.picture = undefined;
    if (picture === undefined || picture.type === '' || this.state.destination === 'skipped') return;
    const base64 = Buffer.from(picture.digits.replace(/[^\da-f]/gi, ''), 'hex').toString('base64');
    this.blocks.current.addHtml(`<img src="${this.pictures.source(picture.type, base64)}" alt="">`);
  }
}

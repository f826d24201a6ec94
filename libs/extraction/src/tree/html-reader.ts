import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { rulesOf } from './element-rules';
import { lowerCaseNameAt } from './names';
import { MAX_ATTRIBUTES, type TreeBuilder } from './tree-builder';

/**
 * Receives the tokens of htmlparser2, tracks the open tags and calls the tree builder. Decodes entities itself, only in
 * texts with an ampersand, which is twice as fast as the tokeniser.
 */
export class HtmlReader implements TokenizerCallbacks {
  private readonly tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: false }, this);
  /** Names of the open tags, innermost last, in step with the open elements of the builder. */
  private readonly open: string[] = [];
  /** For each open tag: whether `/>` closes elements in it. */
  private readonly isForeign: boolean[] = [];
  private name = '';
  private attributes: string[] = [];
  private attributeName = '';
  private attributeValue = '';

  /** `xhtml`: `/>` closes elements and CDATA is text. */
  constructor(
    private readonly source: string,
    private readonly builder: TreeBuilder,
    private readonly xhtml: boolean,
  ) {}

  read(): void {
    this.tokenizer.write(this.source);
    this.tokenizer.end();
  }

  ontext(start: number, end: number): void {
    let text = this.source.slice(start, end);
    const hasEntities = text.includes('&');
    if ((hasEntities || text.startsWith('</>')) && !this.builder.isInRawText()) {
      // The tokeniser puts an end tag without a name, which HTML ignores, at the start of the next text.
      if (text.startsWith('</>')) text = text.slice(3);
      if (hasEntities) text = decodeHTML(text);
    }
    if (text !== '') this.addText(text);
  }

  private addText(text: string): void {
    this.builder.ontext(text);
    this.pauseWhenFull();
  }

  onopentagname(start: number, end: number): void {
    this.name = lowerCaseNameAt(this.source, start, end);
  }

  onattribname(start: number, end: number): void {
    this.attributeName = lowerCaseNameAt(this.source, start, end);
  }

  onattribdata(start: number, end: number): void {
    this.attributeValue += this.source.slice(start, end);
  }

  onattribend(): void {
    const { attributes, attributeName, attributeValue } = this;
    let at = 0;
    while (at < attributes.length && attributes[at] !== attributeName) at += 2;
    if (at === attributes.length && at < 2 * MAX_ATTRIBUTES) {
      const value = attributeValue.includes('&') ? decodeHTMLAttribute(attributeValue) : attributeValue;
      attributes.push(attributeName, value);
    }
    this.attributeValue = '';
  }

  onopentagend(): void {
    this.openTag(false);
  }

  onselfclosingtag(): void {
    this.openTag(true);
  }

  private openTag(endsItself: boolean): void {
    const { attributes, open, builder } = this;
    // `<image>` is parsed as `<img>` (HTML standard), except in SVG.
    const name = this.name === 'image' && !this.xhtml && this.isForeign.at(-1) !== true ? 'img' : this.name;
    this.attributes = [];
    const rules = rulesOf(name);
    if (rules.leadsOutOfDrawings) while (this.isForeign.at(-1) === true) this.closeInnermost();
    if (rules.endsInnermost !== undefined) {
      while (open.length > 0 && rules.endsInnermost.has(open.at(-1) as string)) this.closeInnermost();
    }
    const isForeign = rules.isForeign || this.isForeign.at(-1) === true;
    // An element beyond the nesting limit stays empty. Raw text may exceed it by one level, so that scripts are not shown;
    // not more, because the tokeniser reads elements after `<script/>`.
    const isTooDeep = builder.isFull() && (!rules.isRawText || builder.isInRawText());
    const isEmpty = rules.isVoid || (endsItself && (this.xhtml || isForeign)) || isTooDeep;
    builder.onopentag(name, attributes);
    this.pauseWhenFull();
    if (isEmpty) {
      builder.onclosetag();
      return;
    }
    open.push(name);
    this.isForeign.push(isForeign && !rules.isIntegrationPoint);
  }

  onclosetag(start: number, end: number): void {
    const name = lowerCaseNameAt(this.source, start, end);
    const { builder, open } = this;
    if (builder.isStrayEnd(name)) return;
    if (name === 'br') {
      builder.onopentag(name, []);
      this.pauseWhenFull();
      builder.onclosetag();
      return;
    }
    const outermost = open.lastIndexOf(name);
    if (outermost !== -1) while (open.length > outermost) this.closeInnermost();
  }

  private closeInnermost(): void {
    this.open.pop();
    this.isForeign.pop();
    this.builder.onclosetag();
  }

  oncomment(start: number, end: number, offset: number): void {
    this.builder.oncomment(this.source.slice(start, end - offset));
  }

  oncdata(start: number, end: number, offset: number): void {
    // HTML treats CDATA as a comment.
    if (this.xhtml) this.addText(this.source.slice(start, end - offset));
  }

  private pauseWhenFull(): void {
    if (this.builder.truncated) this.tokenizer.pause();
  }

  ontextentity(): void {
    // Entities are decoded above.
  }
  onattribentity(): void {
    // Entities are decoded above.
  }
  ondeclaration(): void {
    // Not shown.
  }
  onprocessinginstruction(): void {
    // Not shown.
  }
  onend(): void {
    // Open elements need no end.
  }
}

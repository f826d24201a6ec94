import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';
import { Parser } from 'htmlparser2';
import { lowerCaseName, lowerCaseNameAt } from './names';
import { QuickTokenizer } from './quick-tokenizer';
import { MAX_ATTRIBUTES, type TreeBuilder } from './tree-builder';

/**
 * Between the tokeniser and the tree. It takes an element that would be nested too deep for one without content; its
 * end tag then ends one further out. Texts and attributes are cut out of the source here, and only those that hold an
 * ampersand are looked through for entities: the tokeniser's own way goes by every letter, at half the speed.
 */
export class HtmlReader extends Parser {
  private inEndTag = false;
  /** The element of the current start tag: whether it was reported, and whether it is taken for empty. */
  private isReported = false;
  private isTooDeep = false;
  private attributes: string[] = [];
  private attributeName = '';
  private attributeValue = '';

  constructor(
    private readonly source: string,
    private readonly builder: TreeBuilder,
    xhtml: boolean,
  ) {
    super(
      {
        onopentag: (name) => {
          const { attributes } = this;
          this.attributes = [];
          builder.onopentag(lowerCaseName(name), attributes);
          this.isReported = true;
          if (builder.truncated) this.pause();
        },
        onclosetag: () => builder.onclosetag(),
        // Of CDATA; other texts are taken below.
        ontext: (text) => this.addText(text),
        oncomment: (data) => builder.oncomment(data),
      },
      { Tokenizer: QuickTokenizer, decodeEntities: false, recognizeSelfClosing: xhtml, recognizeCDATA: xhtml },
    );
  }

  override ontext(start: number, end: number): void {
    let text = this.source.slice(start, end);
    const isRaw = this.builder.isInRawText();
    // An end tag without a name is nothing; the tokeniser begins the next text with it.
    if (!isRaw && text.startsWith('</>')) text = text.slice(3);
    if (text !== '') this.addText(isRaw || !text.includes('&') ? text : decodeHTML(text));
  }

  private addText(text: string): void {
    this.builder.ontext(text);
    if (this.builder.truncated) this.pause();
  }

  override onattribname(start: number, end: number): void {
    this.attributeName = lowerCaseNameAt(this.source, start, end);
  }

  override onattribdata(start: number, end: number): void {
    this.attributeValue += this.source.slice(start, end);
  }

  override onattribend(): void {
    const { attributes, attributeName, attributeValue } = this;
    let at = 0;
    while (at < attributes.length && attributes[at] !== attributeName) at += 2;
    if (at === attributes.length && at < 2 * MAX_ATTRIBUTES) {
      attributes.push(
        attributeName,
        attributeValue.includes('&') ? decodeHTMLAttribute(attributeValue) : attributeValue,
      );
    }
    this.attributeValue = '';
  }

  override onclosetag(start: number, end: number): void {
    if (this.builder.isStrayEnd(lowerCaseNameAt(this.source, start, end))) return;
    this.inEndTag = true;
    super.onclosetag(start, end);
    this.inEndTag = false;
    this.isReported = false;
  }

  /** Asked once of an end tag, and twice of a start tag: before and after its element is reported, with one answer. */
  protected override isVoidElement(name: string): boolean {
    if (this.inEndTag) return super.isVoidElement(name);
    if (!this.isReported) this.isTooDeep = this.builder.isFull();
    this.isReported = false;
    return this.isTooDeep || super.isVoidElement(name);
  }
}

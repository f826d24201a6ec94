/** Names, headings or lines that indicate a kind of content. The kind head sees how often each occurs on a page. */
export interface Signal {
  id: string;
  /** Where the words come from. */
  source: string;
  /** Words or phrases in lower case, separated by `|`, by language codes. A phrase that ends in `*` may continue. */
  words: Readonly<Record<string, string>>;
}

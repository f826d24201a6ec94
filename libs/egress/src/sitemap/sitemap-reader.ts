/** The entries since the last call, in file order, as written. */
export interface SitemapContent {
  pages: string[];
  sitemaps: string[];
}

/** An incremental reader of one format. */
export interface SitemapReader {
  readonly content: SitemapContent;
  /** The first fault of the file. Other entries are still read. */
  readonly problem: string | undefined;
  /** The rest of the file is ignored. */
  readonly isStopped: boolean;
  read(text: string): void;
  end(): void;
}

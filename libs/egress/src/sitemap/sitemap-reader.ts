/** The entries found since the last call, in the order of the file, as written there. */
export interface SitemapContent {
  pages: string[];
  sitemaps: string[];
}

/** Reads one kind of sitemap, piece by piece. */
export interface SitemapReader {
  readonly content: SitemapContent;
  /** What was wrong with the file. The entries before it, and mostly those after it, are there all the same. */
  readonly problem: string | undefined;
  /** Nothing in the rest of the file is read. */
  readonly isStopped: boolean;
  read(text: string): void;
  end(): void;
}

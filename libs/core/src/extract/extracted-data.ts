import { ValueMerge } from '../merge-values';

/** Key of sources if the data is not an object. */
const WHOLE = 'data';

export interface ExtractedPage {
  url: string;
  /** Value of the json format. */
  json: unknown;
  /** Size of the JSON. */
  bytes: number;
}

/** Data of pages, merged in order. Memory is limited by `maxBytes` of JSON and source URLs. */
export class ExtractedData {
  private readonly merge = new ValueMerge();
  private readonly urls = new Map<string, Set<string>>();
  private bytes = 0;
  /** Pages that were added. */
  pages = 0;
  /** A page exceeded the limit. It was not added, and no other is. */
  isCut = false;

  constructor(private readonly maxBytes: number) {}

  add({ url, json, bytes }: ExtractedPage): void {
    this.bytes += bytes;
    this.isCut ||= this.bytes > this.maxBytes;
    if (this.isCut) return;
    this.pages += 1;
    const keys: string[] = [];
    const hasAdded = this.merge.add(json, (key) => keys.push(key));
    for (const key of hasAdded && keys.length === 0 ? [WHOLE] : keys) this.addSource(key, url);
  }

  /** undefined without pages. */
  get data(): unknown {
    return this.merge.value;
  }

  /** By key of the data, the pages that added to it. */
  get sources(): Record<string, string[]> {
    return Object.fromEntries([...this.urls].map(([key, urls]) => [key, [...urls]]));
  }

  private addSource(key: string, url: string): void {
    const urls = this.urls.get(key) ?? new Set();
    if (!urls.has(url)) this.bytes += url.length;
    this.urls.set(key, urls.add(url));
  }
}

import type { Archive } from './open-archive';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['svg', 'image/svg+xml'],
  ['webp', 'image/webp'],
  ['bmp', 'image/bmp'],
]);

/** The pictures of a file as `data:` URIs, without data if pictures are not requested or the limit is reached. */
export class Pictures {
  private readonly loaded = new Map<string, { type: string; base64: string }>();
  private loadedBytes = 0;
  private shownBytes = 0;
  private isCut = false;

  /** `maxBytes`: limit of all pictures; a picture counts as often as it is shown. */
  constructor(
    readonly areWanted: boolean,
    private readonly maxBytes: number,
  ) {}

  /** Reads the files among `names` that are pictures. */
  async load(archive: Archive, names: Iterable<string>): Promise<void> {
    for (const name of names) {
      const type = TYPES.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase());
      if (type === undefined || this.loaded.has(name) || !archive.names.has(name)) continue;
      const mayLoad = this.areWanted && this.loadedBytes < this.maxBytes;
      const bytes = mayLoad ? await archive.read(name) : undefined;
      this.loadedBytes += bytes?.length ?? 0;
      this.isCut ||= this.areWanted && !mayLoad;
      this.loaded.set(name, { type, base64: bytes?.toString('base64') ?? '' });
    }
  }

  /** The URI of a loaded picture; undefined if browsers cannot show it. */
  sourceOf(name: string): string | undefined {
    const picture = this.loaded.get(name);
    return picture && this.source(picture.type, picture.base64);
  }

  /** The URI of a picture that another library has read. */
  source(type: string, base64: string): string {
    this.shownBytes += base64.length * 0.75;
    const fits = this.shownBytes <= this.maxBytes;
    this.isCut ||= !fits;
    return `data:${type};base64,${fits ? base64 : ''}`;
  }

  warnings(): string[] {
    return this.isCut ? ['The pictures of the document exceed the size limit. Some were removed.'] : [];
  }
}

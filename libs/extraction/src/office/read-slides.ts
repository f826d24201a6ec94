import { posix } from 'node:path';
import { FileRefused } from './file-refused';
import type { Archive } from './open-archive';
import { pictureType } from './read-open-document';
import { readXml } from './read-xml';
import { SlideWriter, type Targets } from './slide-writer';
import { writeBlocks } from './write-blocks';

/** Bytes of pictures that are put into the page. */
const MAX_PICTURE_BYTES = 24 * 1024 * 1024;
const MAX_SLIDES = 2000;

/** The slides that are shown, in their order, as HTML. Notes of the speaker and what masters show are left out. */
export async function readSlides(archive: Archive, wantsPictures: boolean): Promise<string> {
  const main = 'ppt/presentation.xml';
  const presentation = await archive.read(main);
  if (presentation === undefined) throw new FileRefused('is damaged: it has no slides');
  const targets = await readTargets(archive, main);
  const slides: string[] = [];
  readXml(presentation, {
    open: (name, attributes) => {
      const target = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target !== undefined && slides.length < MAX_SLIDES) slides.push(target);
    },
  });
  const pictures = new Pictures(archive, wantsPictures);
  let body = '';
  for (const slide of slides) {
    const bytes = await archive.read(slide);
    if (bytes === undefined) continue;
    const related = await readTargets(archive, slide);
    await pictures.load(related);
    const writer = new SlideWriter(related, (name) => pictures.sourceOf(name));
    readXml(bytes, writer);
    if (!writer.isHidden) body += writeBlocks(writer.blocks);
  }
  return body;
}

/** Relations of a part: names of other parts, and addresses of what lies elsewhere. */
async function readTargets(archive: Archive, part: string): Promise<Targets> {
  const folder = posix.dirname(part);
  const bytes = await archive.read(`${folder}/_rels/${posix.basename(part)}.rels`);
  const targets = new Map<string, string>();
  if (bytes === undefined) return targets;
  readXml(bytes, {
    open: (name, { Id: id, Target: target, TargetMode: mode }) => {
      if (name !== 'Relationship' || id === undefined || target === undefined) return;
      const path = target.startsWith('/') ? target.slice(1) : posix.join(folder, target);
      targets.set(id, mode === 'External' ? target : path);
    },
  });
  return targets;
}

class Pictures {
  private readonly sources = new Map<string, string>();
  private left = MAX_PICTURE_BYTES;

  constructor(
    private readonly archive: Archive,
    private readonly isWanted: boolean,
  ) {}

  async load(targets: Targets): Promise<void> {
    for (const name of targets.values()) {
      const type = pictureType(name);
      if (type === undefined || this.sources.has(name) || !this.archive.names.has(name)) continue;
      const bytes = this.isWanted && this.left > 0 ? await this.archive.read(name) : undefined;
      this.left -= bytes?.length ?? 0;
      this.sources.set(name, `data:${type};base64,${this.left >= 0 ? (bytes?.toString('base64') ?? '') : ''}`);
    }
  }

  sourceOf(name: string): string {
    return this.sources.get(name) ?? '';
  }
}

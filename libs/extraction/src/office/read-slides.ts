import { posix } from 'node:path';
import { FileRefused } from './file-refused';
import type { Archive } from './open-archive';
import type { Pictures } from './pictures';
import { readXml } from './read-xml';
import { SlideWriter, type Targets } from './slide-writer';
import { writeBlocks } from './write-blocks';

const MAX_SLIDES = 2000;

/** The visible slides in order, as HTML, without speaker notes and content of master slides. */
export async function readSlides(archive: Archive, pictures: Pictures): Promise<string> {
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
  let body = '';
  for (const slide of slides) {
    const bytes = await archive.read(slide);
    if (bytes === undefined) continue;
    const related = await readTargets(archive, slide);
    await pictures.load(archive, related.values());
    const writer = new SlideWriter(related, (name) => pictures.sourceOf(name));
    readXml(bytes, writer);
    if (!writer.isHidden) body += writeBlocks(writer.blocks);
  }
  return body;
}

/** The relations of a part, by id: names of other parts, or URLs. */
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

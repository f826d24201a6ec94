import type { Archive } from './open-archive';
import { readXml } from './read-xml';

export interface FileProperties {
  title?: string;
  author?: string;
  description?: string;
  keywords?: string;
  language?: string;
}

/** In order of preference. */
const PROPERTY_ELEMENTS: [string, keyof FileProperties][] = [
  ['dc:title', 'title'],
  ['meta:initial-creator', 'author'],
  ['dc:creator', 'author'],
  ['dc:description', 'description'],
  ['dc:subject', 'description'],
  ['cp:keywords', 'keywords'],
  ['meta:keyword', 'keywords'],
  ['dc:language', 'language'],
];
const MAX_PROPERTIES = 1000;

/** Reads `docProps/core.xml` or `meta.xml`. */
export async function readProperties(archive: Archive): Promise<FileProperties> {
  const bytes = (await archive.read('docProps/core.xml')) ?? (await archive.read('meta.xml'));
  if (bytes === undefined) return {};
  const values = new Map<string, string[]>();
  let count = 0;
  let current: string | undefined;
  let text = '';
  readXml(bytes, {
    open: (name) => {
      current = name;
      text = '';
    },
    close: (name) => {
      if (name === current && text.trim() !== '' && count++ < MAX_PROPERTIES) {
        values.set(name, [...(values.get(name) ?? []), text.replace(/\s+/g, ' ').trim()]);
      }
      current = undefined;
    },
    text: (data) => {
      text += data;
    },
  });
  const properties: FileProperties = {};
  for (const [element, key] of PROPERTY_ELEMENTS) {
    const found = values.get(element);
    if (found !== undefined) properties[key] ??= found.join(', ');
  }
  return properties;
}

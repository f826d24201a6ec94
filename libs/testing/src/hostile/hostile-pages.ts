import type { HostilePage } from './hostile-page';
import { filePages } from './pages/files';
import { floodPages } from './pages/floods';
import { markupPages } from './pages/markup';
import { memoryPages } from './pages/memory';
import { redirectPages } from './pages/redirects';
import { scriptPages } from './pages/scripts';
import { textPages } from './pages/texts';
import { transferPages } from './pages/transfers';
import { windowPages } from './pages/windows';

/** Pages that try to harm the process that opens them or other pages. */
export const hostilePages: readonly HostilePage[] = [
  ...transferPages,
  ...redirectPages,
  ...markupPages,
  ...textPages,
  ...filePages,
  ...scriptPages,
  ...memoryPages,
  ...windowPages,
  ...floodPages,
];

/** One page for each kind of harm. The others are scraped nightly. */
const REPRESENTATIVES = new Set([
  'gzip-bomb',
  'endless-body',
  'silent-after-head',
  'corrupt-gzip',
  'huge-header',
  'no-http',
  'to-itself-for-ever',
  'to-a-file',
  'to-the-secret',
  'location-loop',
  'nested-divs',
  'big-table',
  'million-links',
  'long-line',
  'odd-utf-16',
  'deep-json',
  'laughs',
  'pdf-bomb-nested',
  'pdf-many-characters',
  'docx-bomb',
  'xlsx-linked',
  'loop',
  'microtasks',
  'evil-pattern',
  'strings',
  'image-bombs',
  'alerts',
  'popups',
  'downloads',
  'sockets',
]);

export const representativeHostilePages = hostilePages.filter(({ name }) => REPRESENTATIVES.has(name));

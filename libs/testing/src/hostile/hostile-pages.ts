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

/** Each tries to harm the process that opens it, or its neighbours. */
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

export interface ImageCandidate {
  url: string;
  /** Width or pixel density; default 1. */
  size: number;
}

const MAX_CANDIDATES = 200;
const MAX_DESCRIPTOR = 40;

/** A candidate ends at a comma after a URL or descriptor, because URLs may contain commas. */
export function parseSrcset(srcset: string): ImageCandidate[] {
  return placesOf(srcset).map(({ url, size }) => ({ url, size }));
}

export function mapCandidates(srcset: string, change: (url: string) => string): string {
  let from = 0;
  let mapped = '';
  for (const { url, start } of placesOf(srcset)) {
    mapped += srcset.slice(from, start) + change(url);
    from = start + url.length;
  }
  return mapped + srcset.slice(from);
}

function placesOf(srcset: string): (ImageCandidate & { start: number })[] {
  const candidates: (ImageCandidate & { start: number })[] = [];
  const token = /[^\s,]\S*/g;
  let match = token.exec(srcset);
  while (match !== null && candidates.length < MAX_CANDIDATES) {
    const [written] = match;
    const start = match.index;
    let end = written.length;
    while (written.charAt(end - 1) === ',') end--;
    const url = written.slice(0, end);
    let size = 1;
    if (end === written.length) {
      const comma = srcset.indexOf(',', token.lastIndex);
      const descriptor = srcset.slice(token.lastIndex, comma === -1 ? srcset.length : comma);
      size = readSize(descriptor);
      token.lastIndex += descriptor.length;
    }
    candidates.push({ url, size, start });
    match = token.exec(srcset);
  }
  return candidates;
}

function readSize(descriptor: string): number {
  return Number(/(?:^|\s)(\d*\.?\d+)[wx](?:\s|$)/.exec(descriptor.slice(0, MAX_DESCRIPTOR))?.[1] ?? 1);
}

export function candidateUrls(srcset: string): string[] {
  return parseSrcset(srcset).map((candidate) => candidate.url);
}

export function largestCandidate(srcset: string): string | undefined {
  let best: ImageCandidate | undefined;
  for (const candidate of parseSrcset(srcset)) if (best === undefined || candidate.size > best.size) best = candidate;
  return best?.url;
}

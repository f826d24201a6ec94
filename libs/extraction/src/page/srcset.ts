export interface Candidate {
  url: string;
  /** Width in pixels or pixel density; 1 when nothing is said. */
  size: number;
}

/** URLs may hold commas (data: URIs do), so candidates end at a comma that follows a URL or a descriptor, not at any. */
export function parseSrcset(srcset: string): Candidate[] {
  const candidates: Candidate[] = [];
  const token = /[^\s,]\S*/g;
  let match = token.exec(srcset);
  while (match !== null) {
    const url = match[0].replace(/,+$/, '');
    let size = 1;
    if (url === match[0]) {
      const comma = srcset.indexOf(',', token.lastIndex);
      const end = comma === -1 ? srcset.length : comma;
      size = Number(/(\d+(?:\.\d+)?)[wx]/.exec(srcset.slice(token.lastIndex, end))?.[1] ?? 1);
      token.lastIndex = end;
    }
    candidates.push({ url, size });
    match = token.exec(srcset);
  }
  return candidates;
}

export function candidateUrls(srcset: string): string[] {
  return parseSrcset(srcset).map((candidate) => candidate.url);
}

export function largestCandidate(srcset: string): string | undefined {
  let best: Candidate | undefined;
  for (const candidate of parseSrcset(srcset)) if (best === undefined || candidate.size > best.size) best = candidate;
  return best?.url;
}

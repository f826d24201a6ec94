import type { MapLink } from '@orbweaver/core';
import MiniSearch from 'minisearch';

/** URLs indexed in one turn of the event loop. */
const URLS_A_TURN = 1000;
const LABELS_OF_SITE = 2;
const SEPARATORS = /[^\p{L}\p{N}]+/u;
const MIN_PREFIX_CHARS = 3;
const MIN_FUZZY_CHARS = 5;
const EDIT_SHARE = 0.2;

/** Orders URLs by how well their words, title and description match; URLs without a match follow unchanged. */
export async function rankUrls(links: readonly MapLink[], search: string): Promise<MapLink[]> {
  const index = new MiniSearch<number>({
    idField: 'id',
    fields: ['words', 'title', 'description'],
    extractField: (at, field) => {
      if (field === 'id') return at as unknown as string;
      const link = links[at];
      return (field === 'words' ? wordsOf(link?.url ?? '') : link?.[field as 'title' | 'description']) ?? '';
    },
    tokenize: (text) => text.split(SEPARATORS),
    searchOptions: {
      boost: { title: 2, words: 1.5 },
      prefix: (term) => term.length >= MIN_PREFIX_CHARS,
      fuzzy: (term) => (term.length >= MIN_FUZZY_CHARS ? EDIT_SHARE : false),
    },
  });
  await index.addAllAsync(
    links.map((_, at) => at),
    { chunkSize: URLS_A_TURN },
  );
  const matches = index.search(search).map(({ id }) => id as number);
  const matched = new Set(matches);
  return [...matches.flatMap((at) => links[at] ?? []), ...links.filter((_, at) => !matched.has(at))];
}

/** Subdomain, path and query. All URLs share the other labels of the host. */
function wordsOf(url: string): string {
  const [, host = '', rest = ''] = /^https?:\/\/([^/?#]*)(.*)$/.exec(url) ?? [];
  const labels = host.split('.');
  const subdomain = labels.length > LABELS_OF_SITE && !/\d$/.test(host) ? labels.slice(0, -LABELS_OF_SITE) : [];
  return `${subdomain.join(' ')} ${decoded(rest)}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

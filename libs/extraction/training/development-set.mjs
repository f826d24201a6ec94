import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getDomain } from 'tldts';
import settings from './settings.json' with { type: 'json' };

/**
 * The pages of the development set, in the order of their names: `{ id, kind, url, site, fold, half, bytes(), truth,
 * with, without }`. `directory` is what the archive was unpacked to.
 */
export function readDevelopmentSet(directory) {
  const root = [join(directory, 'wcxb', 'dev'), join(directory, 'dev'), directory].find((path) =>
    existsSync(join(path, 'ground-truth')),
  );
  if (root === undefined) throw new Error(`${directory} holds no wcxb/dev/ground-truth; see README.md`);
  const names = readdirSync(join(root, 'ground-truth')).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => {
    const id = name.slice(0, -'.json'.length);
    const record = JSON.parse(readFileSync(join(root, 'ground-truth', name), 'utf8'));
    const truth = record.ground_truth ?? {};
    const pageType = record._internal?.page_type;
    const kind = pageType?.primary ?? pageType ?? 'article';
    const site = siteOf(record.url) ?? id;
    return {
      id,
      kind: kind === 'category' ? 'collection' : kind,
      url: record.url ?? `http://${id}.invalid/`,
      site,
      fold: hash(site) % settings.folds,
      half: halfOf(record.url ?? id),
      bytes: () => gunzipSync(readFileSync(join(root, 'html', `${id}.html.gz`))),
      truth: truth.main_content ?? '',
      with: truth.with ?? [],
      without: truth.without ?? [],
    };
  });
}

/** All pages of a site fall into one fold. Sites below a public suffix of two labels count as one. */
function siteOf(url) {
  if (!URL.canParse(url)) return undefined;
  return new URL(url).hostname.split('.').slice(-2).join('.');
}

function hash(text) {
  let sum = 7;
  for (let at = 0; at < text.length; at++) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) >>> 0;
  return sum;
}

/**
 * The half a page belongs to, by its registrable domain. Pages of `write` may be read while a signal or rule is written;
 * pages of `prove` are only scored.
 */
function halfOf(url) {
  return createHash('sha256')
    .update(getDomain(url) ?? url)
    .digest()[0] %
    2 ===
    0
    ? 'write'
    : 'prove';
}

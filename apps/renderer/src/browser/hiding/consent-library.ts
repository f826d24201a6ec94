import { readFile } from 'node:fs/promises';
import type { IndexedCMPRuleset, RuleBundle } from '@duckduckgo/autoconsent';

export interface ConsentLibrary {
  moduleExpression: string;
  /** The rules for one host, without those for other sites (66 KB instead of 257). */
  rulesFor(url: string, isMainFrame: boolean): RuleBundle;
  /** The source of a library function that must run in the page's own world; undefined if there is none. */
  snippet(name: string): string | undefined;
}

let loading: Promise<ConsentLibrary> | undefined;

/** `@duckduckgo/autoconsent`, which runs in Node and, as text, in pages. Loaded for the first page that needs it. */
export function consentLibrary(): Promise<ConsentLibrary> {
  loading ??= load();
  return loading;
}

async function load(): Promise<ConsentLibrary> {
  const [{ evalSnippets, filterCompactRules }, text, json] = await Promise.all([
    import('@duckduckgo/autoconsent'),
    readFile(require.resolve('@duckduckgo/autoconsent'), 'utf8'),
    readFile(require.resolve('@duckduckgo/autoconsent/rules/compact-rules.json'), 'utf8'),
  ]);
  const rules = JSON.parse(json) as IndexedCMPRuleset;
  const snippets = new Map(Object.entries(evalSnippets).map(([name, snippet]) => [name, String(snippet)]));
  return {
    moduleExpression: `(() => { const module = { exports: {} }; ${text}\nreturn module.exports; })()`,
    rulesFor: (url, mainFrame) => ({ autoconsent: [], compact: filterCompactRules(rules, { url, mainFrame }) }),
    snippet: (name) => snippets.get(name),
  };
}

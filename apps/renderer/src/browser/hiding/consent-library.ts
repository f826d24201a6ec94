import { readFile } from 'node:fs/promises';
import type { IndexedCMPRuleset, RuleBundle } from '@duckduckgo/autoconsent';

export interface ConsentLibrary {
  /** An expression that gives the module's exports wherever it is evaluated. */
  moduleExpression: string;
  /** For a document, without those that are for other sites (66 KB instead of 257). */
  rulesFor(url: string, isMainFrame: boolean): RuleBundle;
  /**
   * The source of a function that the library may want to be run among the page's own scripts.
   * Undefined: it has none of that name.
   */
  snippet(name: string): string | undefined;
}

let loading: Promise<ConsentLibrary> | undefined;

/** `@duckduckgo/autoconsent`: its one file runs in Node and, as text, in pages. Loaded by the first page that asks. */
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

import { type FixtureSite, type SeenByPage, startFixtureSite } from '@orbweaver/testing';
import type { Reply, WireDocument } from './api-client';
import { limitConcurrency } from './limit-concurrency';
import { System } from './system';
import type { Version } from './versions';

/** A scrape of the fixture site and its expected result; in both versions unless `only` names one. */
export interface OptionCase {
  /** Completes the title. */
  it: string;
  /** A path of the main site, or a URL. */
  path: string | ((site: FixtureSite) => string);
  /** Options in both versions. */
  options?: object;
  v1?: object;
  v2?: object;
  only?: Version;
  check?(document: WireDocument, site: FixtureSite): void;
  /** The expected error. */
  fails?: { status: number; code: string; error?: RegExp };
}

/** Keeps two cores busy; most scrapes use the browser. */
const AT_ONCE = 6;

/** Starts all scrapes at once; each test awaits its own. */
export function describeOptionCases(title: string, cases: readonly OptionCase[]): void {
  describe(title, () => {
    const api = System.shared().api();
    const answers = new Map<string, Promise<Reply>>();
    let site: FixtureSite;

    const scrape = (version: Version, { path, options, v1, v2 }: OptionCase): Promise<Reply> => {
      const url = typeof path === 'string' ? site.main + path : path(site);
      return api.post(`/${version}/scrape`, { url, maxAge: 0, ...options, ...(version === 'v1' ? v1 : v2) });
    };

    beforeAll(async () => {
      site = await startFixtureSite();
      const inTurn = limitConcurrency(AT_ONCE);
      for (const [version, one] of both(cases)) {
        const answer = inTurn(() => scrape(version, one));
        // Its test handles the rejection.
        answer.catch(() => undefined);
        answers.set(`${version} ${one.it}`, answer);
      }
    });
    afterAll(async () => {
      await Promise.allSettled(answers.values());
      await site.close();
    });

    it.each(both(cases).map(([version, one]) => [version, one.it, one] as const))(
      '%s %s',
      async (version, name, one) => {
        const { status, body } = await answers.get(`${version} ${name}`)!;
        if (one.fails !== undefined) {
          const { error, ...expected } = one.fails;
          expect({ status, code: body.code, success: body.success }).toEqual({ ...expected, success: false });
          if (error !== undefined) expect(body.error).toMatch(error);
          return;
        }
        if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
        one.check?.(body.data, site);
      },
    );
  });
}

function both(cases: readonly OptionCase[]): (readonly [Version, OptionCase])[] {
  return (['v1', 'v2'] as const).flatMap((version) =>
    cases.filter(({ only = version }) => only === version).map((one) => [version, one] as const),
  );
}

/** The JSON of /looks/browser in `rawHtml`. */
export function seenIn(document: WireDocument): SeenByPage {
  return JSON.parse(textOf(document.rawHtml, 'seen')) as SeenByPage;
}

/** The headers of the page request for /looks/browser. */
export function headersIn(document: WireDocument): Record<string, string> {
  return JSON.parse(textOf(document.rawHtml, 'headers')) as Record<string, string>;
}

function textOf(html: string | undefined, id: string): string {
  const text = new RegExp(`<pre id="${id}">([^<]+)</pre>`).exec(html ?? '')?.[1];
  if (text === undefined) throw new Error(`there is no text in #${id} of ${html}`);
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}

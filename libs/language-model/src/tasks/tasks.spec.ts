import type { ModelProvider, ModelReply } from '@orbweaver/testing';
import { quotedIn, startTestModel, validate } from '../../test/test-session';
import type { ModelSession, SessionLimits } from '../model/model-session';
import { compareVersions } from './compare-versions';
import { extractJson } from './extract-json';
import { proposeCrawlOptions } from './propose-crawl-options';
import { summarize } from './summarize';

let provider: ModelProvider;
let open: (limits?: Partial<SessionLimits>) => ModelSession;
beforeEach(async () => {
  ({ provider, open } = await startTestModel());
});
afterEach(() => provider.close());

describe('summarize', () => {
  it('returns the summary of the model', async () => {
    provider.next(' A lamp that costs 12. ');
    await expect(summarize(open(), '# A lamp')).resolves.toEqual({ summary: 'A lamp that costs 12.', warnings: [] });
    expect(quotedIn(provider.requests[0]!.user)).toBe('# A lamp');
  });

  it('summarizes the parts of a long page, then their summaries', async () => {
    const markdown = Array.from({ length: 8 }, (_, n) => `## Part ${n}\n\n${'A word. '.repeat(300)}`).join('\n\n');
    provider.reply(({ user }) => (user.includes('summaries of its parts') ? 'The whole.' : 'A part.'));
    await expect(summarize(open({ contextTokens: 2_500, maxOutputTokens: 500 }), markdown)).resolves.toEqual({
      summary: 'The whole.',
      warnings: [],
    });
    expect(quotedIn(provider.requests.at(-1)!.user)).toMatch(/^A part\.\n\nA part\./);
  });

  it('rejects an empty summary', async () => {
    provider.reply(() => ' ');
    await expect(summarize(open(), '# A lamp')).rejects.toMatchObject({ kind: 'unusable' });
  });
});

describe('compareVersions', () => {
  const schema = { type: 'object', properties: { price: { type: 'number' }, stock: { type: 'string' } } };
  const versions = { previous: 'Costs 12.', current: 'Costs 13. In stock.', diff: '-Costs 12.\n+Costs 13. In stock.' };

  it('returns each field before and after, given a schema', async () => {
    provider.next({ json: { price: 12 } }, { json: { price: 13, stock: 'yes' } });
    await expect(compareVersions(open(), { ...versions, schema }, validate)).resolves.toEqual({
      json: { price: { previous: 12, current: 13 }, stock: { previous: null, current: 'yes' } },
      warnings: [],
    });
    expect(provider.requests.map(({ user }) => quotedIn(user))).toEqual([versions.previous, versions.current]);
  });

  it('returns the object of the model, without a schema', async () => {
    provider.next({ json: { price: 'rose by one' } });
    const { json } = await compareVersions(open(), { ...versions, prompt: 'Watch the price' }, validate);
    expect(json).toEqual({ price: 'rose by one' });
    const { user } = provider.requests[0]!;
    expect(user).toContain('Watch the price');
    expect(quotedIn(user, 'page-previous')).toBe(versions.previous);
    expect(quotedIn(user, 'page-current')).toBe(versions.current);
  });

  it('sends the diff of long versions', async () => {
    const long = 'A word. '.repeat(3_000);
    provider.next({ json: { a: 1 } });
    const limits = { contextTokens: 3_000, maxOutputTokens: 500 };
    await compareVersions(open(limits), { ...versions, previous: long, current: `${long} More.` }, validate);
    expect(quotedIn(provider.requests[0]!.user, 'page-diff')).toBe(versions.diff);
  });
});

it('instructs the model in every task to answer only with the result', async () => {
  provider.reply(() => '{}');
  await extractJson(open(), { markdown: 'A lamp.' }, validate);
  await summarize(open(), 'A lamp.');
  await compareVersions(open(), { previous: 'A', current: 'B', diff: undefined }, validate);
  await proposeCrawlOptions(open(), { url: 'https://site.test/', prompt: 'all' });
  for (const { system } of provider.requests) expect(system).toMatch(/ Answer with /);
  expect(provider.requests).toHaveLength(4);
});

it.each<ModelReply>([{ fault: 'refusal' }, { fault: 'cut-off' }])(
  'counts the tokens of an invalid answer: %j',
  async (reply) => {
    provider.reply(() => reply);
    const session = open();
    await expect(summarize(session, '# A lamp')).rejects.toThrow();
    expect(session.usage.promptTokens).toBeGreaterThan(100);
  },
);

describe('proposeCrawlOptions', () => {
  const wish = { url: 'https://site.test/', prompt: 'only the blog' };

  it('returns the options that the model proposes', async () => {
    provider.next({ json: { includePaths: ['^/blog/'], limit: null } });
    await expect(proposeCrawlOptions(open(), wish)).resolves.toEqual({ includePaths: ['^/blog/'] });
    expect(provider.requests[0]?.user).toContain('only the blog');
  });

  it('repeats the question after an invalid answer', async () => {
    provider.next('The blog?', { json: {} });
    await expect(proposeCrawlOptions(open(), wish)).resolves.toEqual({});
    provider.reply(() => '[]');
    await expect(proposeCrawlOptions(open(), wish)).rejects.toMatchObject({ kind: 'unusable' });
  });
});

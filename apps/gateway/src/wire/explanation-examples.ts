import { exampleId as id } from './examples';

export const previewRequestExample = {
  url: 'https://example.com/docs',
  excludePaths: ['^/docs/old'],
  maxDiscoveryDepth: 3,
  urls: [
    'https://example.com/docs/intro',
    'https://www.example.com/docs/intro/',
    'https://example.com/docs/old/intro',
    { url: 'https://example.com/docs/deep', depth: 4, foundOn: 'https://example.com/docs/intro' },
  ],
};

export const previewExample = {
  success: true,
  unchecked: ['robots.txt', 'limit', 'maxDiscoveryDepth'],
  urls: [
    {
      url: 'https://example.com/docs/intro',
      admitted: true,
      canonicalUrl: 'https://example.com/docs/intro',
      unchecked: ['robots.txt', 'limit', 'maxDiscoveryDepth'],
      explanation: 'No rule refuses the URL.',
    },
    {
      url: 'https://www.example.com/docs/intro/',
      admitted: true,
      canonicalUrl: 'https://example.com/docs/intro',
      duplicateOf: 'https://example.com/docs/intro',
      unchecked: ['robots.txt', 'limit', 'maxDiscoveryDepth'],
      explanation: 'No rule refuses the URL. It is the same page as https://example.com/docs/intro.',
    },
    {
      url: 'https://example.com/docs/old/intro',
      admitted: false,
      reason: 'excluded',
      rule: 'excludePaths',
      pattern: '^/docs/old',
      explanation: 'The URL matches the exclude pattern "^/docs/old". Change excludePaths ("^/docs/old") to allow it.',
    },
    {
      url: 'https://example.com/docs/deep',
      admitted: false,
      reason: 'discovery-depth',
      rule: 'maxDiscoveryDepth',
      bound: 3,
      value: 4,
      explanation: 'The URL is more links away from the start than maxDiscoveryDepth (3) allows.',
    },
  ],
};

export const explanationExample = {
  success: true,
  url: 'https://example.com/docs/old/intro',
  known: true,
  admitted: false,
  state: 'skipped',
  reason: 'excluded',
  rule: 'excludePaths',
  pattern: '^/docs/old',
  explanation: 'The URL matches the exclude pattern "^/docs/old". Change excludePaths ("^/docs/old") to allow it.',
  canonicalUrl: 'https://example.com/docs/old/intro',
  id,
  depth: 2,
  foundOn: 'https://example.com/docs/intro',
  path: [
    { url: 'https://example.com/docs', depth: 0, foundBy: 'start' },
    { url: 'https://example.com/docs/intro', depth: 1, foundBy: 'link' },
    { url: 'https://example.com/docs/old/intro', depth: 2, foundBy: 'link' },
  ],
  pathIsCut: false,
  redirects: 0,
  attempts: 0,
  deferrals: 0,
  finishedAt: '2026-01-01T10:00:05.000Z',
};

export const urlsExample = {
  success: true,
  urls: [
    {
      id,
      url: 'https://example.com/docs/old/intro',
      state: 'skipped',
      reason: 'excluded',
      depth: 2,
      foundOn: 'https://example.com/docs/intro',
    },
  ],
  totals: { queued: 0, leased: 0, done: 41, failed: 1, skipped: 17 },
  next: `https://orbweaver.example/v2/crawl/${id}/urls?state=skipped&limit=1&after=7`,
};

/** Examples shared by several operations of the OpenAPI document. */

export const exampleId = '3f2b8c1e-5d6a-4b7c-8e9f-0a1b2c3d4e5f';
const id = exampleId;
const expiresAt = '2026-01-02T10:00:00.000Z';

const documentExample = {
  markdown: '# Example Domain\n\nThis domain is for use in examples.',
  metadata: {
    title: 'Example Domain',
    language: 'en',
    sourceURL: 'https://example.com',
    url: 'https://example.com/',
    statusCode: 200,
    contentType: 'text/html',
    proxyUsed: 'basic',
    scrapeId: id,
    creditsUsed: 1,
  },
};

export const scrapedExample = { success: true, data: documentExample };

export const parsedExample = {
  success: true,
  data: {
    markdown: '# Quarterly report\n\nRevenue grew by 7 %.',
    metadata: {
      title: 'Quarterly report',
      sourceURL: 'report.pdf',
      url: 'upload:report.pdf',
      statusCode: 200,
      proxyUsed: 'basic',
      numPages: 1,
      totalPages: 1,
      scrapeId: id,
      creditsUsed: 1,
    },
  },
};

export const acceptedExample = (path: string) => ({
  success: true,
  id,
  url: `https://orbweaver.example/${path}/${id}`,
});

export const statusExample = {
  success: true,
  status: 'scraping',
  completed: 1,
  total: 12,
  creditsUsed: 1,
  expiresAt,
  createdAt: '2026-01-01T10:00:00.000Z',
  data: [documentExample],
};

const { data: _, ...statusWithoutData } = statusExample;
const doneExample = { ...statusWithoutData, status: 'completed', total: 1 };

export const streamExample = [
  `event: status\ndata: ${JSON.stringify(statusWithoutData)}`,
  `event: document\nid: 1\ndata: ${JSON.stringify(documentExample)}`,
  `event: done\nid: done\ndata: ${JSON.stringify(doneExample)}\n\n`,
].join('\n\n');

export const exportExample = `${JSON.stringify(documentExample)}\n`;

export const extractExample = {
  success: true,
  status: 'completed',
  data: { products: [{ name: 'Desk lamp', price: 20 }] },
  sources: { products: ['https://example.com/a'] },
  expiresAt,
  tokensUsed: 812,
  creditsUsed: 10,
};

export const cancelledExample = { success: true, status: 'cancelled', message: 'Crawl job successfully cancelled.' };

export const errorsExample = {
  success: true,
  errors: [
    {
      id,
      timestamp: '2026-01-01T10:00:05.000Z',
      url: 'https://example.com/slow',
      code: 'SCRAPE_TIMEOUT',
      error: 'Scrape timed out',
    },
  ],
  robotsBlocked: ['https://example.com/private'],
};

export const runningExample = {
  success: true,
  crawls: [
    {
      id,
      teamId: '6a1d1c3e-2f4b-4c8d-9e0f-1a2b3c4d5e6f',
      url: 'https://example.com',
      created_at: '2026-01-01T10:00:00.000Z',
      options: { limit: 100, includePaths: ['^/blog/'] },
    },
  ],
};

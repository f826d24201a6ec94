// node crawl.ts URL [LIMIT]: crawls a site and prints one line for each page, then how the crawl ended and the
// warning, if there is one.
// ORBWEAVER is the address of the service, KEY an API key.
const { ORBWEAVER = 'http://127.0.0.1:3002', KEY = '' } = process.env;
const [url = 'http://welcome.orbweaver.internal/', limit = '100'] = process.argv.slice(2);
const POLL_MS = 1_000;

interface CrawlStatus {
  status: 'scraping' | 'completed' | 'failed' | 'cancelled';
  completed: number;
  data: { metadata: { url: string; statusCode: number; title?: string } }[];
  /** Why pages may be missing: robots.txt, patterns without a match. */
  warning?: string;
  /** URL of further documents. */
  next?: string;
}

async function ask<T>(address: string, body?: object): Promise<T> {
  const response = await fetch(address, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

const { id } = await ask<{ id: string }>(`${ORBWEAVER}/v2/crawl`, { url, limit: Number(limit) });
const address = `${ORBWEAVER}/v2/crawl/${id}`;

// limit=1 keeps the responses small while only the state is needed.
let job = await ask<CrawlStatus>(`${address}?limit=1`);
while (job.status === 'scraping') {
  await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  job = await ask<CrawlStatus>(`${address}?limit=1`);
}

for (let page: string | undefined = address; page !== undefined; ) {
  const answer: CrawlStatus = await ask<CrawlStatus>(page);
  for (const { metadata } of answer.data) console.log(`${metadata.statusCode} ${metadata.url} ${metadata.title ?? ''}`);
  page = answer.next;
}
console.log(`${job.status}: ${job.completed} pages`);
if (job.warning !== undefined) console.log(`warning: ${job.warning}`);

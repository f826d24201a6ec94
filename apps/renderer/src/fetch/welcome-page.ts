import { parseUrl } from '@orbweaver/core';
import type { Capture } from '@orbweaver/extraction';

/** A page that this process serves without a connection, for a first request without internet access. */
export const WELCOME_URL = 'http://welcome.orbweaver.internal/';

const HTML = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Welcome to Orbweaver</title></head>
<body><main>
<h1>Welcome to Orbweaver</h1>
<p>This page is part of the service. It took the path of every page: the gateway accepted the request, a renderer
converted the page to markdown, results stored the document, and the gateway returned it.</p>
<h2>What to try next</h2>
<table>
<thead><tr><th>Request</th><th>What it does</th></tr></thead>
<tbody>
<tr><td><code>POST /v2/scrape</code></td><td>one page, in the answer</td></tr>
<tr><td><code>POST /v2/batch/scrape</code></td><td>a list of URLs, as a job</td></tr>
<tr><td><code>POST /v2/crawl</code></td><td>a site, from one URL through its links and sitemaps</td></tr>
</tbody>
</table>
<p>Private addresses are denied unless you allow them, for example:</p>
<pre><code class="language-sh">EGRESS_ALLOW=127.0.0.0/8,intranet.example npm start</code></pre>
</main></body>
</html>
`;

export function welcomePage({ url, sourceUrl }: { url: string; sourceUrl: string }): Capture | undefined {
  if (!isWelcome(url)) return undefined;
  return {
    url: WELCOME_URL,
    sourceUrl,
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    // A new array each time: extraction detaches the bytes.
    body: new TextEncoder().encode(HTML),
    engine: 'http',
    proxyUsed: 'basic',
  };
}

/** A crawl passes its start URL unnormalized, perhaps without the trailing slash. */
function isWelcome(url: string): boolean {
  const parsed = parseUrl(url);
  if (parsed === undefined) return false;
  parsed.hash = '';
  return parsed.href === WELCOME_URL;
}

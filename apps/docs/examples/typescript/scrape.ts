// node scrape.ts URL: prints the page as markdown.
// ORBWEAVER is the address of the service, KEY an API key.
const { ORBWEAVER = 'http://127.0.0.1:3002', KEY = '' } = process.env;
const url = process.argv[2] ?? 'http://welcome.orbweaver.internal/';

interface ScrapeAnswer {
  success: boolean;
  error?: string;
  data?: { markdown: string; warning?: string; metadata: { statusCode: number } };
}

const response = await fetch(`${ORBWEAVER}/v2/scrape`, {
  method: 'POST',
  headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
  body: JSON.stringify({ url, formats: ['markdown'] }),
});
const { data, error } = (await response.json()) as ScrapeAnswer;
if (data === undefined) {
  console.error(`${response.status}: ${error}`);
  process.exit(1);
}
if (data.warning !== undefined) console.error(`Warning: ${data.warning}`);
console.log(data.markdown);

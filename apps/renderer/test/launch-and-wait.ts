import type { FoundBrowser } from '../src/browser/supply/browser-candidates';
import { launchBrowser } from '../src/browser/supply/launch-browser';

/** Starts a browser with a busy page in a process, prints its process id, and waits to be killed. */
async function launchAndWait(): Promise<void> {
  const found = JSON.parse(process.argv[2]!) as FoundBrowser;
  const { browser } = await launchBrowser(found, { timeoutMs: 30_000 });
  const page = await (await browser.createBrowserContext()).newPage();
  page.goto('data:text/html,<script>for(;;);</script>').catch(() => undefined);
  process.stdout.write(`${browser.process()!.pid}\n`);
}

void launchAndWait();

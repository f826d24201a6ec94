import { Cluster } from 'puppeteer-cluster';
import puppeteer from 'puppeteer-core';
import { contenderProcess } from './contender-process';
import { siteUrls } from './site-urls';

// puppeteer-cluster's defaults: one context per page, wait for load, read the HTML.

const { BENCH_CHROMIUM: executablePath = '', BENCH_CONCURRENCY = '1' } = process.env;

const cluster = Cluster.launch({
  puppeteer,
  concurrency: Cluster.CONCURRENCY_CONTEXT,
  maxConcurrency: Number(BENCH_CONCURRENCY),
  puppeteerOptions: {
    executablePath,
    headless: /headless.shell/.test(executablePath) ? 'shell' : true,
    // Chromium does not run its sandbox as root.
    args: ['--disable-dev-shm-usage', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  },
});

contenderProcess(async (order) => {
  const running = await cluster;
  let pages = 0;
  await running.task(async ({ page, data: url }) => {
    await page.goto(url, { waitUntil: 'load' });
    if ((await page.content()).length > 0) pages += 1;
  });
  for (const url of siteUrls(order)) void running.queue(url);
  await running.idle();
  return pages;
});

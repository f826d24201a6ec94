import type { Contender } from './contender';
import { startForked } from './forked';
import { startOnKafka } from './on-kafka';
import { startOurs } from './ours';
import { startPython } from './python';

export const YARDSTICK = 'plain loop';
export const OURS = 'ours';
export const OURS_ON_KAFKA = 'ours on Kafka';
export const CRAWLEE = 'Crawlee';

export const CONTENDERS: readonly Contender[] = [
  {
    name: OURS,
    does: 'main content, markdown and links of every page, stored in Postgres; scope, robots.txt, leases, politeness, egress guard',
    leavesOut: 'nothing',
    start: startOurs,
  },
  {
    name: OURS_ON_KAFKA,
    does: 'the same with one process per service, on Kafka',
    leavesOut: 'nothing; the CPU time of the broker is not counted',
    start: startOnKafka,
  },
  {
    name: YARDSTICK,
    does: 'undici, cheerio and turndown in two processes; a set of known URLs',
    leavesOut: 'storage, rules, retries, robots.txt, main content',
    start: () => startForked('plain-loop'),
  },
  {
    name: CRAWLEE,
    does: 'CheerioCrawler and turndown, one process, request queue in memory, retries',
    leavesOut: 'storage, robots.txt, main content',
    start: () => startForked('crawlee'),
  },
  {
    name: 'Scrapy',
    does: 'Scrapy with 16 concurrent requests, html2text, one process',
    leavesOut: 'storage, robots.txt, main content',
    start: () => startPython({ name: 'scrapy', packages: ['scrapy==2.19.0', 'html2text==2025.4.15'] }),
  },
  {
    name: 'crawl4ai',
    does: 'crawl4ai without a browser (AsyncHTTPCrawlerStrategy), 16 concurrent requests, its markdown and links, one process',
    leavesOut: 'storage, robots.txt, main content',
    start: () => startPython({ name: 'crawl4ai', packages: ['crawl4ai==0.9.5'] }),
  },
  {
    name: 'mdream',
    does: 'undici with 16 concurrent requests and the JavaScript engine of mdream, one process; links from the markdown',
    leavesOut: 'storage, retries, robots.txt, main content',
    start: () => startForked('mdream'),
  },
  {
    name: 'spider-rs',
    does: 'fetches pages and follows their links, in native code',
    leavesOut: 'markdown, storage, main content',
    start: () => startForked('spider-rs'),
  },
];

/** The published crawlers and converters, in the order of the comparison. */
export const PEERS = [OURS, CRAWLEE, 'Scrapy', 'crawl4ai', 'mdream', 'spider-rs'];

import type { Page } from 'puppeteer-core';
import { isolatedWorld } from '../src/browser/isolated-world';
import type { PageServer, ServedAnswer } from './page-server';

/** The values that a window or worker sees of its browser, and a server of its request. */
export interface Echo {
  where: 'main' | 'srcdoc' | 'same-site' | 'cross-site' | 'worker' | 'shared' | 'service';
  userAgent: string;
  appVersion: string;
  platform: string;
  languages: string;
  cores: number;
  timeZone: string;
  locale: string;
  date: string;
  brands: string;
  details: string;
  sent: Record<string, string>;
  window?: {
    touchPoints: number;
    hasTouch: boolean;
    screen: string;
    outer: string;
    pixelRatio: number;
    orientation: string;
    media: string;
    webdriver: unknown;
    notifications: string;
  };
}

/** Runs in each window or worker. */
async function look(where: string): Promise<unknown> {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  const hints = (navigator as unknown as { userAgentData?: { getHighEntropyValues(names: string[]): Promise<object> } })
    .userAgentData;
  const details = await hints?.getHighEntropyValues([
    'architecture',
    'bitness',
    'formFactors',
    'fullVersionList',
    'model',
    'platformVersion',
    'uaFullVersion',
  ]);
  const sent: unknown = await (await fetch('/headers')).json();
  const echo = {
    where,
    userAgent: navigator.userAgent,
    appVersion: navigator.appVersion,
    platform: navigator.platform,
    languages: [navigator.language, '', ...navigator.languages].join(' '),
    cores: navigator.hardwareConcurrency,
    timeZone,
    locale,
    date: `${new Date(0)} ${new Date(0).toLocaleDateString()} ${(1234.5).toLocaleString()}`,
    brands: JSON.stringify(hints),
    details: JSON.stringify(details),
    sent,
  };
  if (typeof document === 'undefined') return echo;
  const queries = [
    'hover: hover',
    'any-hover: hover',
    'pointer: fine',
    'pointer: coarse',
    'prefers-color-scheme: light',
  ];
  const asked = await navigator.permissions.query({ name: 'notifications' });
  return {
    ...echo,
    window: {
      touchPoints: navigator.maxTouchPoints,
      hasTouch: 'ontouchstart' in window,
      screen: `${screen.width}x${screen.height} ${screen.availWidth}x${screen.availHeight}`,
      outer: `${outerWidth}x${outerHeight}`,
      pixelRatio: devicePixelRatio,
      orientation: `${screen.orientation.type} ${screen.orientation.angle}`,
      media: queries.filter((query) => matchMedia(`(${query})`).matches).join(', '),
      webdriver: navigator.webdriver,
      notifications: `${Notification.permission} ${asked.state}`,
    },
  };
}

const script = (text: string): ServedAnswer => {
  return (_, response) => void response.writeHead(200, { 'content-type': 'text/javascript' }).end(text);
};

/** Serves `/echo` on `site`, which collects values of all its windows and workers in `#echoes`; `other` serves a frame. */
export function serveEchoPage(site: PageServer, other: PageServer): string {
  for (const server of [site, other]) {
    server.serve('/headers', (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request.headers));
    });
    const where = server === site ? 'same-site' : 'cross-site';
    server.serve('/echo-frame', `<script>${look};look('${where}').then((echo) => top.postMessage(echo, '*'))</script>`);
  }
  site.serve('/echo-worker.js', script(`${look};look('worker').then(postMessage)`));
  site.serve(
    '/echo-shared.js',
    script(`${look};onconnect = ({ ports }) => look('shared').then((echo) => ports[0].postMessage(echo))`),
  );
  site.serve(
    '/echo-service.js',
    script(
      `${look};onmessage = (event) => event.waitUntil(look('service').then((echo) => event.source.postMessage(echo)))`,
    ),
  );
  const srcdoc = `<script>${look};look('srcdoc').then((echo) => parent.postMessage(echo, '*'))</script>`;
  return site.serve(
    '/echo',
    `<!doctype html><meta name=viewport content="width=device-width"><body><script>${look};
    const echoes = new Map();
    const all = document.createElement('pre');
    all.id = 'echoes';
    document.body.append(all);
    const add = (echo) => {
      if (!echo.where) return;
      echoes.set(echo.where, echo);
      all.textContent = JSON.stringify([...echoes.values()]);
      all.dataset.places = echoes.size;
    };
    addEventListener('message', ({ data }) => add(data));
    look('main').then(add);
    new Worker('/echo-worker.js').onmessage = ({ data }) => add(data);
    new SharedWorker('/echo-shared.js').port.onmessage = ({ data }) => add(data);
    navigator.serviceWorker.onmessage = ({ data }) => add(data);
    </script><iframe src="/echo-frame"></iframe><iframe src="${other.origin}/echo-frame"></iframe>
    <iframe srcdoc="${srcdoc.replaceAll('"', '&quot;')}"></iframe>`,
  );
}

/** All values, when complete. DevTools registers the service worker, because pages may not. */
export async function readEchoes(page: Page): Promise<Echo[]> {
  await isolatedWorld(page.mainFrame()).evaluate(async () => {
    const { installing, waiting, active } = await navigator.serviceWorker.register('/echo-service.js');
    (installing ?? waiting ?? active)?.postMessage('look');
  });
  const isComplete = await page.waitForSelector('#echoes[data-places="7"]', { timeout: 50_000 }).catch(() => null);
  const echoes = JSON.parse(await page.$eval('#echoes', (all) => all.textContent || '[]')) as Echo[];
  if (isComplete === null) throw new Error(`only these told what they see: ${echoes.map(({ where }) => where).join()}`);
  return echoes;
}

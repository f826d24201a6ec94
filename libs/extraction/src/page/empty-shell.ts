import { parseUrl } from '@orbweaver/core';
import { isHidden } from '../tree/hidden-by-markup';
import type { LightElement } from '../tree/light-node';
import type { ParsedPage } from '../tree/parse-html';
import { elementsOf, findElement, nextAfter, nextNode, textOf } from '../tree/walk';
import { MAX_URL_LENGTH } from './base-url';
import { isExecutable, isFilledByScript } from './filled-by-script';

/** Characters. A page with more visible text is no shell. */
const SHELL_TEXT_LIMIT = 200;
/** Characters in noscript elements that are a page of their own. */
const NOSCRIPT_PAGE = 600;
/** Characters of "Loading…" and similar. */
const PLACEHOLDER_LIMIT = 20;
/** Characters of a page that is only a loading notice. */
const MAX_PLACEHOLDER_PAGE = 40;

/** A single-page application has one mount point, or a few nested ones. */
const MAX_MOUNT_POINTS = 20;

const MOUNT_POINT =
  /^(?:root|app|__next|__nuxt|___gatsby|app-root|app-container|app-mount|react-root|react-app|reactroot|main-app|svelte|q-app|ember-app|vue-app|spa-root|mount|__docusaurus|storybook-root)$/i;
const PLACEHOLDER =
  /^(?:loading|please wait|chargement|laden|wird geladen|cargando|caricamento|загрузка|加载中|読み込み中)/i;
const ASKS_FOR_SCRIPTS =
  /javascript[\s\S]{0,80}(?:enable|require|need|disabled|not supported|turn(?:ed)? (?:on|off)|aktivier|deaktivier|activ|désactiv|habilit)|(?:enable|requires?|need|turn on|without|aktivier\w*|activ\w+|habilit\w+)[\s\S]{0,80}javascript/i;

const INVISIBLE = new Set('script style noscript noframes template head title svg'.split(' '));
const SHOWS_WITHOUT_TEXT = new Set(
  'img picture video audio canvas iframe frame frameset object embed input textarea'.split(' '),
);

/** Whether the page is empty until scripts run. A short text is not enough, because browsers are expensive. */
export function isEmptyShell(page: ParsedPage, addresses: { url: string; baseUrl: string }): boolean {
  const text = visibleText(page.body, SHELL_TEXT_LIMIT);
  if (text.length >= SHELL_TEXT_LIMIT) return false;
  // Each frame would need a fetch.
  if (text === '' && findElement(page.body, isFrame) !== undefined) return true;
  if (shows(page.body, (element) => isOwnIframe(element, addresses))) return true;
  if (!hasExecutableScript(page.root)) return false;
  const withoutScripts = [...elementsOf(page.root)].filter((element) => element.localName === 'noscript').map(textOf);
  if (withoutScripts.join('').length >= NOSCRIPT_PAGE) return false;
  const isWordless = text === '' || (text.length < MAX_PLACEHOLDER_PAGE && PLACEHOLDER.test(text));
  if (isWordless && !showsSomething(page.body)) return true;
  if (findElement(page.root, isBusy) !== undefined) return true;
  if (hasEmptyMountPoint(page.body) || isFilledByScript(page, isVacant)) return true;
  return withoutScripts.some((message) => ASKS_FOR_SCRIPTS.test(message));
}

function isBusy(element: LightElement): boolean {
  return element.getAttribute('aria-busy') === 'true';
}

function isFrame(element: LightElement): boolean {
  return element.localName === 'frame' && element.getAttribute('src') !== null;
}

function isOwnIframe(element: LightElement, { url, baseUrl }: { url: string; baseUrl: string }): boolean {
  if (element.localName !== 'iframe') return false;
  const address = element.getAttribute('src')?.trim() ?? '';
  if (address === '' || address.startsWith('#') || address.length > MAX_URL_LENGTH) return false;
  return parseUrl(address, baseUrl)?.host === parseUrl(url)?.host;
}

/** Has no visible content, or only a loading notice. */
function isVacant(element: LightElement): boolean {
  const text = visibleText(element, SHELL_TEXT_LIMIT);
  return (text.length < PLACEHOLDER_LIMIT || PLACEHOLDER.test(text)) && !showsSomething(element);
}

/** Visible text with collapsed white space, up to about `enough` characters. */
function visibleText(root: LightElement, enough: number): string {
  let text = '';
  let node = root.firstChild;
  while (node !== null && text.length < enough) {
    if (node.nodeType === 3) {
      const start = node.data.trimStart().slice(0, 10 * enough);
      text = `${text} ${start.replace(/\s+/g, ' ').trim()}`.trim();
    } else if (INVISIBLE.has(node.localName)) {
      node = nextAfter(node, root);
      continue;
    }
    node = nextNode(node, root);
  }
  return text;
}

function hasExecutableScript(root: LightElement): boolean {
  for (const element of elementsOf(root)) {
    if (!isExecutable(element)) continue;
    if (element.getAttribute('src') !== null || textOf(element).trim() !== '') return true;
  }
  return false;
}

const showsSomething = (root: LightElement) => shows(root, ({ localName }) => SHOWS_WITHOUT_TEXT.has(localName));

function shows(root: LightElement, wanted: (element: LightElement) => boolean): boolean {
  let node = root.firstChild;
  while (node !== null) {
    if (node.nodeType !== 3) {
      if (INVISIBLE.has(node.localName) || isHidden(node)) {
        node = nextAfter(node, root);
        continue;
      }
      if (wanted(node)) return true;
    }
    node = nextNode(node, root);
  }
  return false;
}

function hasEmptyMountPoint(body: LightElement): boolean {
  let looked = 0;
  for (const element of elementsOf(body)) {
    const isMount =
      MOUNT_POINT.test(element.getAttribute('id') ?? '') ||
      element.localName === 'app-root' ||
      element.getAttribute('ng-app') !== null ||
      element.getAttribute('data-reactroot') !== null;
    if (!isMount) continue;
    if (++looked > MAX_MOUNT_POINTS) return false;
    if (isVacant(element)) return true;
  }
  return false;
}

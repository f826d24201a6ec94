import { recognizeTrap, type TrapKind } from './recognize-trap';

export interface TrapFamily {
  kind: Extract<TrapKind, 'session-id' | 'calendar' | 'facets'>;
  key: string;
  variant: string;
  maxVariants: number;
}

/** Each visit creates a new id for the same pages. */
const MAX_SESSIONS = 3;
/** Short ids may be article numbers. */
const MAX_SHORT_SESSIONS = 100;
/** More than a year of days or forty years of months. */
const MAX_DATES = 500;
/** Hand-made sites have about ten combinations per page; four free filters in any order have 64. */
const MAX_PARAMETER_CHOICES = 100;
const MIN_FACETS = 3;

const SESSION_NAME =
  /^(?:php|j|asp|cf|osc|zen|xt)?(?:sess(?:ion)?[_-]?id|sessid|sid)$|^(?:aspsessionid\w*|cftoken|zenid|session)$/i;
const LONG_ID = /^(?=\D*\d)[\w.~-]{16,}$/;
const DATE_NAME =
  /^(?:(?:start|end|from|to|cal|calendar|event|tribe-bar)[_-]?)?(?:date|day|month|year|week)$|^(?:mon|yr|datum|monat|jahr|woche)$/i;
const RANGE_NAME = /^(?:from|to|start|end|since|until|after|before|min|max)$/i;
const DATE_VALUE = /^-?\d{1,8}(?:[-/.]\d{1,2}){0,2}(?:T[\d:.+Z-]*)?$/i;
const FULL_DATE = /^\d{4}-\d{1,2}(?:-\d{1,2})?(?:T[\d:.+Z-]*)?$/i;
const CALENDAR_SEGMENT = /^(?:cal|calendar|kalender|calendrier|calendario|agenda|month|week|day)$/i;
const DATE_SEGMENT = /^(?:-?\d+|\d{4}-\d{1,2}(?:-\d{1,2})?|\d{4}-?w\d{1,2}|[a-z]{3,9}-\d{4})$/i;
const DATED_PATH = /\/(?:\d{4}\/\d{1,2}(?:\/\d{1,2})?|\d{4}-\d{1,2}(?:-\d{1,2})?)\/?$/;

type Parameter = readonly [name: string, value: string];

export function trapFamily(url: URL): TrapFamily | undefined {
  const parameters = [...url.searchParams];
  return sessionFamily(url, parameters) ?? calendarFamily(url, parameters) ?? facetFamily(url, parameters);
}

function sessionFamily(url: URL, parameters: readonly Parameter[]): TrapFamily | undefined {
  const ids = parameters.filter(([name, value]) => isSession(name, value));
  const path = url.pathname
    .replace(/;(?:j?sessionid|phpsessid|sid)=[^;/]*/gi, (text) => note(ids, text))
    .replace(/\/\([SAF]\(([^)]{8,})\)\)/gi, (_, id: string) => note(ids, `=${id}`));
  if (ids.length === 0) return undefined;
  const rest = parameters.filter(([name, value]) => !isSession(name, value));
  return {
    kind: 'session-id',
    key: keyOf(url, path, rest.map((parameter) => parameter.join('=')).join('&')),
    variant: ids.map(([name, value]) => `${name}=${value}`).join('&'),
    maxVariants: ids.some(([, value]) => LONG_ID.test(value)) ? MAX_SESSIONS : MAX_SHORT_SESSIONS,
  };
}

/** `s=` is a search, unless it contains a forum's session id. */
const isSession = (name: string, value: string) =>
  SESSION_NAME.test(name) || (name === 's' && /^[\da-f]{32}$/i.test(value));

function note(ids: Parameter[], text: string): string {
  const [, value = text] = /=(.*)$/.exec(text) ?? [];
  ids.push(['', value]);
  return '';
}

function calendarFamily(url: URL, parameters: readonly Parameter[]): TrapFamily | undefined {
  const dates = parameters.filter(([name, value]) => isDate(name, value));
  const path = pathWithoutDate(url.pathname);
  if (dates.length === 0 && path === undefined) return undefined;
  const others = parameters.filter(([name, value]) => !isDate(name, value)).map(([name]) => name);
  return {
    kind: 'calendar',
    key: keyOf(url, path ?? url.pathname, others.sort().join('&')),
    variant: [path === undefined ? '' : url.pathname, ...dates.map(([name, value]) => `${name}=${value}`)].join('&'),
    maxVariants: MAX_DATES,
  };
}

const isDate = (name: string, value: string) =>
  (DATE_NAME.test(name) && DATE_VALUE.test(value)) || (RANGE_NAME.test(name) && FULL_DATE.test(value));

/** Undefined if the path does not end in a date. Articles below a date are no calendar. */
function pathWithoutDate(pathname: string): string | undefined {
  if (DATED_PATH.test(pathname)) return pathname.replace(DATED_PATH, '/');
  const segments = pathname.split('/').filter((segment) => segment !== '');
  const at = segments.findLastIndex((segment) => CALENDAR_SEGMENT.test(segment));
  const rest = segments.slice(at + 1);
  if (at < 0 || rest.length === 0 || !rest.every((segment) => DATE_SEGMENT.test(segment))) return undefined;
  return `/${segments.slice(0, at + 1).join('/')}`;
}

function facetFamily(url: URL, parameters: readonly Parameter[]): TrapFamily | undefined {
  if (parameters.length < MIN_FACETS) return undefined;
  const names = parameters.map(([name]) => name).join('&');
  return { kind: 'facets', key: keyOf(url, url.pathname, ''), variant: names, maxVariants: MAX_PARAMETER_CHOICES };
}

const keyOf = (url: URL, path: string, query: string) => `${url.host}${path}?${query}`;

export function trapKind(url: URL): TrapKind | undefined {
  return recognizeTrap(url) ?? trapFamily(url)?.kind;
}

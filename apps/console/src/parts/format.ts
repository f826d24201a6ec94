const count = new Intl.NumberFormat('en');
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatCount = (value: number): string => count.format(value);

/** Such as `1 attempt` or `2,000 attempts`. */
export const counted = (value: number, unit: string): string =>
  `${formatCount(value)} ${unit}${value === 1 ? '' : 's'}`;

export const formatTime = (iso: string | null | undefined): string => (iso ? moment.format(new Date(iso)) : '–');

/** Such as `1 h 4 min`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

/** A file name of letters, digits, dots and hyphens. Names come from URLs of scraped pages. */
export const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, 120) || 'download';

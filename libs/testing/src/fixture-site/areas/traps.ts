import { type FixtureAnswer, html } from '../page-answer';

const SESSION_PAGES = 5;

/** Crawl traps: every answer links to new URLs. */
export function makeTraps(): (url: URL) => FixtureAnswer | undefined {
  let sessions = 0;
  return (url) => {
    const month = /^\/calendar\/(\d+)$/.exec(url.pathname)?.[1];
    if (month !== undefined) return calendarPage(Number(month));
    if (url.pathname === '/calendar/') return html('Calendar', ['/calendar/1000']);
    if (url.pathname === '/sessions/' || /^\/sessions\/page-\d$/.test(url.pathname)) {
      const links = Array.from({ length: SESSION_PAGES }, (_, index) => {
        sessions += 1;
        return `/sessions/page-${index}?sid=${sessions}`;
      });
      return html(`Session ${url.pathname}`, links);
    }
    // A relative link that extends its own path.
    if (/^\/spiral\/(?:left\/right\/)*$/.test(url.pathname)) return html(`Spiral ${url.pathname}`, ['left/right/']);
    return undefined;
  };
}

function calendarPage(month: number): FixtureAnswer {
  return html(`Month ${month}`, [`/calendar/${month + 1}`, `/calendar/${month + 2}`, `/calendar/${month - 1}`]);
}

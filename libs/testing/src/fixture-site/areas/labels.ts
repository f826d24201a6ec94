import { makeTextPdf } from '../../files/make-pdf';
import { type FixtureAnswer, html } from '../page-answer';

/** Statuses that have a page under /labels/<status>. */
export const LABELLED_STATUSES = [400, 401, 405, 410, 503];

const PAPER = `<meta name="citation_title" content="On Fixtures">
<meta name="citation_author" content="Doe, Ann">
<meta name="citation_author" content="Roe, Bob">
<meta name="description" content="Read it twice">
<meta name="keywords" content="fixtures, tests">
<meta name="robots" content="index, follow">
<meta property="og:locale:alternate" content="fr_FR">
<meta property="og:locale:alternate" content="de_DE">
<meta name="title" content="Another title">`;

/** Pages and files with rare, missing or wrong metadata, and a page with much metadata. */
export function planLabels(): Map<string, FixtureAnswer> {
  const bytes = (path: string, contentType: string, body: string | Buffer): [string, FixtureAnswer] => [
    `/labels/${path}`,
    { kind: 'bytes', contentType, body: Buffer.from(body) },
  ];
  const page = '<!doctype html><title>Mislabelled</title><main><h1>Mislabelled</h1><p>Words of a page.</p></main>';
  return new Map<string, FixtureAnswer>([
    bytes('problem', 'application/problem+json', '{"title":"no","status":400}'),
    bytes('page.bin', 'application/octet-stream', page),
    bytes('page.pdf', 'text/html', page),
    bytes('pdf.html', 'text/html', makeTextPdf('Words of a mislabelled PDF')),
    bytes('nothing', 'text/html', ''),
    ['/labels/paper', html('Paper', [], { head: PAPER })],
    [
      '/labels/routes',
      html('Routes', ['/labels/routes#top', '/labels/routes#/one', '/labels/routes#/two', '/labels/routes/deep#a']),
    ],
    ['/labels/routes/deep', html('Routes deep', ['/labels/routes/deep#b', '/labels/routes#bottom', '#c'])],
    ...LABELLED_STATUSES.map((status): [string, FixtureAnswer] => [
      `/labels/${status}`,
      html(`Labelled ${status}`, [], { status }),
    ]),
  ]);
}

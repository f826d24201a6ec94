import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { showRelativeTimes } from './timeago';

const shown = (html: string): string => {
  const { root, body } = parseHtml(html);
  showRelativeTimes(root);
  return serializeChildren(body);
};

describe('showRelativeTimes', () => {
  it.each([
    ['<a class="text-muted timeago" title="2024-04-17T10:58:44.717Z">', '2024-04-17 10:58 UTC', '</a>'],
    ['<time class="timeago" datetime="2024-04-17T10:58+02:00" title="17 April">', '2024-04-17 10:58 +02:00', '</time>'],
    ['<abbr class="timeago" title="2024-04-17">', '2024-04-17', '</abbr>'],
  ])('fills %s with the date %s', (start, date, end) => {
    expect(shown(`${start}${end}`)).toBe(`${start}${date}${end}`);
  });

  it.each([
    ['has a text', '<a class="timeago" title="2024-04-17">yesterday</a>'],
    ['contains an element', '<a class="timeago" title="2024-04-17"><b></b></a>'],
    ['has no date', '<a class="timeago" title="Invalid Date"></a>'],
    ['is hidden', '<a class="timeago hidden" title="2024-04-17"></a>'],
    ['has a similar class', '<a class="timeago-icon" title="2024-04-17"></a>'],
    ['has no timeago class', '<a class="icon" title="2024-04-17"></a><a class="timeago"></a>'],
  ])('does not change an element that %s', (_, html) => {
    expect(shown(html)).toBe(html);
  });
});

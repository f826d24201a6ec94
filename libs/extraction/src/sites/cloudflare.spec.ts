import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { showProtectedEmails } from './cloudflare';

const shown = (html: string): string => {
  const { root, body } = parseHtml(html);
  showProtectedEmails(root, html);
  return serializeChildren(body);
};

/** Encodes a text as Cloudflare does. */
const hide = (text: string, key = 0x5a): string =>
  Buffer.from([key, ...Buffer.from(text).map((byte) => byte ^ key)]).toString('hex');

const PLACE = '/cdn-cgi/l/email-protection';
const TEXT = '[email&#160;protected]';

describe('showProtectedEmails', () => {
  it.each([
    [
      'a text',
      `<p>Ask <a href="${PLACE}" class="__cf_email__" data-cfemail="${hide('ann@example.com')}">${TEXT}</a>.</p>`,
      '<p>Ask ann@example.com.</p>',
    ],
    [
      'a text in a link',
      `<a href="${PLACE}#${hide('ann@example.com', 7)}"><span data-cfemail="${hide('ann@example.com')}">${TEXT}</span></a>`,
      '<a href="mailto:ann@example.com">ann@example.com</a>',
    ],
    [
      'a link with a text of its own',
      `<a href="https://example.com${PLACE}#${hide('ann@example.com?subject=Tea &amp; cake')}">Ask us</a>`,
      '<a href="mailto:ann@example.com?subject=Tea &amp; cake">Ask us</a>',
    ],
    [
      'letters of more bytes',
      `<b data-cfemail="${hide('jürgen@bücher.example')}">${TEXT}</b>`,
      'jürgen@bücher.example',
    ],
  ])('decodes the address in %s', (_, html, answer) => {
    expect(shown(html)).toBe(answer);
  });

  it.each([
    ['no code', `<a href="${PLACE}">${TEXT}</a>`],
    ['half a byte', `<b data-cfemail="5a3b1">${TEXT}</b>`],
    ['a key without text', `<b data-cfemail="5a">${TEXT}</b>`],
    ['other characters', `<b data-cfemail="5azz3b">${TEXT}</b>`],
    ['bytes that are not UTF-8', `<b data-cfemail="00ffff">${TEXT}</b>`],
    ['control characters', `<b data-cfemail="${hide('ann@example.com\u0000')}">${TEXT}</b>`],
    ['a code for another page', `<a href="/email-protection-guide#${hide('ann@example.com')}">Guide</a>`],
  ])('does not change %s', (_, html) => {
    expect(shown(html)).toBe(html.replaceAll('&#160;', '&nbsp;'));
  });
});

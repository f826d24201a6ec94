import { changes } from '../../../test/complete-choice';
import { openView } from '../../../test/open-view';
import { serializeChildren } from '../../tree/serialize-html';
import { keepAuthors } from './keep-authors';

const kept = (html: string): string[] => changes(html, keepAuthors);

describe('keepAuthors', () => {
  it.each([
    [
      'the author and the date of each post, and not when he came',
      [1, 2]
        .map(
          (at) =>
            `<div class=post><div class=username>ann${at}</div><dl><dt>Joined<dd>May 1, 2001</dl><time>yesterday</time><p>+I think so</p></div>`,
        )
        .join(''),
      ['ann1', 'yesterday', 'ann2', 'yesterday'],
    ],
    [
      'an author with a profile, without a date',
      '<div class=p><div><a href=/user/ann>ann</a></div><p>+I think so</p></div><div class=p><div><a href=/user/bo>bo</a></div><p>+yes</p></div>',
      ['ann', 'bo'],
    ],
    [
      'the author of the only answer',
      '<div itemtype="https://schema.org/Question"><div class=author>ann</div><time>May 1, 2020</time><p>+Why?</p></div><i class=author>bo</i>',
      ['ann', 'May 1, 2020'],
    ],
    [
      'the author whom the markup calls so, and not who has edited a post or is answered',
      [1, 2]
        .map(
          (at) =>
            `<div class=post><div><a href=/user/cy>cy</a></div><p>+I think so</p><div>edited May 2, 2020</div><div><a href=/user/di>di</a></div><div>May 1, 2020</div><div itemprop=author><a href=/user/ann>ann${at}</a></div></div>`,
        )
        .join(''),
      ['May 1, 2020', 'ann1', 'May 1, 2020', 'ann2'],
    ],
    [
      'a member before his fields, and no field',
      [1, 2]
        .map(
          (at) =>
            `<div class=p><h2>#${at} <a href=#p${at}>May ${at}, 2020</a></h2><dl><dt>ann${at}<dd>Member<dd>Registered: 2001-01-01</dl><p>+I think so</p><dl><dt>Size<dd>4 feet<dt>Posts<dd>12 of them</dl></div>`,
        )
        .join(''),
      ['#1 May 1, 2020', 'ann1', '#2 May 2, 2020', 'ann2'],
    ],
    [
      'the date of a post that was edited, and not the date of that',
      [1, 2]
        .map(
          (at) =>
            `<div class=p><a href=/user/ann>ann${at}</a><div>Edited May 3, 2020</div><div>May ${at}, 2020 (edited)</div><p>+I think so</p></div>`,
        )
        .join(''),
      ['ann1', 'May 1, 2020 (edited)', 'ann2', 'May 2, 2020 (edited)'],
    ],
    [
      'no author of a post that goes',
      '<div class=p><a href=/user/ann>ann</a><p>I think so</p></div><div class=p><a href=/user/bo>bo</a><p>no</p></div>',
      [],
    ],
    [
      'no author of teasers',
      [1, 2]
        .map(
          (at) =>
            `<div class=card><h3><a href=/${at}>Read</a></h3><div class=author>ann</div><time>May 1, 2020</time><p>+a</p></div>`,
        )
        .join(''),
      [],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });

  it('moves them to the beginning of a post that they end', () => {
    const post = (name: string) =>
      `<div class="p"><p>I think so</p><div>May 1, 2020</div><div class="author">${name}</div></div>`;
    const { view, body } = openView(post('ann') + post('bo'));
    keepAuthors(view, new Uint8Array(view.blocks.length).fill(1));
    const moved = (name: string) =>
      `<div class="p"><div class="author">${name}</div><div>May 1, 2020</div><p>I think so</p></div>`;
    expect(serializeChildren(body)).toBe(moved('ann') + moved('bo'));
  });

  const moved = (post: (name: string) => string, isKept = (_text: string) => true): string => {
    const { view, body } = openView(post('ann') + post('bo'));
    keepAuthors(
      view,
      Uint8Array.from(view.blocks, ({ text }) => Number(isKept(text))),
    );
    return serializeChildren(body);
  };

  it('moves both in the box that holds them, below the heading', () => {
    const signature = (name: string) =>
      `<div class="by"><div>May 1, 2020</div><div><div class="author">${name}</div><i>42</i></div></div>`;
    expect(
      moved(
        (name) => `<div class="p"><h2>Re: this</h2><p>I think so</p>${signature(name)}</div>`,
        (text) => text !== '42',
      ),
    ).toBe(
      ['ann', 'bo'].map((name) => `<div class="p"><h2>Re: this</h2>${signature(name)}<p>I think so</p></div>`).join(''),
    );
  });

  const who = (name: string) => `<div class="who"><a href="/user/${name}">${name}</a></div>`;

  it.each([
    [
      'a sentence with a year',
      (name: string) =>
        `<div class="post">${who(name)}<div class="body"><p>I think so</p><p>I bought mine in 2011.</p><p>It runs</p></div></div>`,
    ],
    [
      'a sentence with a year beside the text',
      (name: string) =>
        `<div class="post">${who(name)}<p>I think so</p><p>I bought mine in 2011.</p><p>It runs</p></div>`,
    ],
    [
      'a sentence that names a member',
      (name: string) =>
        `<div class="post"><time>May 1, 2020</time><p>I think so</p><p>My thanks go to <a href="/user/cy">cy</a>.</p><p>It runs, ${name}</p></div>`,
    ],
  ])('leaves %s where it is', (_, post) => {
    expect(moved(post)).toBe(post('ann') + post('bo'));
  });

  it.each([
    ['as a time', '<p>Some days before <time>May 1, 2020</time> or then</p>'],
    ['by its class', '<div class="post-date">On the first, in the year 2020</div>'],
    ['and the hour', '<p>Posted on Friday, May 1, 2020 at 10:30 pm</p>'],
    ['as it is told elsewhere', '<p>Veröffentlicht am 1. Mai 2020 um 10:30 Uhr</p>'],
  ])('moves a date %s', (_, date) => {
    expect(moved((name) => `<div class="p">${who(name)}<p>I think so</p>${date}</div>`)).toBe(
      ['ann', 'bo'].map((name) => `<div class="p">${who(name)}${date}<p>I think so</p></div>`).join(''),
    );
  });

  it.each([
    ['an author in one box with other text', '<div class="author">', '<div>Thanks to all of you</div></div>'],
    ['an author in a table', '<table><tr><td class="author">', '</td></tr></table>'],
  ])('leaves a date beside %s', (_, start, end) => {
    const post = (name: string) => `<div class="p"><p>I think so</p><div>May 1, 2020</div>${start}${name}${end}</div>`;
    const plain = (html: string) => html.replaceAll('<tbody>', '').replaceAll('</tbody>', '');
    expect(plain(moved(post))).toBe(post('ann') + post('bo'));
  });
});

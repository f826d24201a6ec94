import { changes } from '../../../test/complete-choice';
import { keepAuthors } from './authors';

const kept = (html: string): string[] => changes(html, keepAuthors);

describe('keepAuthors', () => {
  it.each([
    [
      'the author and the date of each post, and not the registration date',
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
      'the author by microdata, and not an editor or a quoted member',
      [1, 2]
        .map(
          (at) =>
            `<div class=post><div><a href=/user/cy>cy</a></div><p>+I think so</p><div>edited May 2, 2020</div><div><a href=/user/di>di</a></div><div>May 1, 2020</div><div itemprop=author><a href=/user/ann>ann${at}</a></div></div>`,
        )
        .join(''),
      ['May 1, 2020', 'ann1', 'May 1, 2020', 'ann2'],
    ],
    [
      'the name of a member, and not the statistics',
      [1, 2]
        .map(
          (at) =>
            `<div class=p><h2>#${at} <a href=#p${at}>May ${at}, 2020</a></h2><dl><dt>ann${at}<dd>Member<dd>Registered: 2001-01-01</dl><p>+I think so</p><dl><dt>Size<dd>4 feet<dt>Posts<dd>12 of them</dl></div>`,
        )
        .join(''),
      ['#1 May 1, 2020', 'ann1', '#2 May 2, 2020', 'ann2'],
    ],
    [
      'the date of an edited post, and not the date of the edit',
      [1, 2]
        .map(
          (at) =>
            `<div class=p><a href=/user/ann>ann${at}</a><div>Edited May 3, 2020</div><div>May ${at}, 2020 (edited)</div><p>+I think so</p></div>`,
        )
        .join(''),
      ['ann1', 'May 1, 2020 (edited)', 'ann2', 'May 2, 2020 (edited)'],
    ],
    [
      'no author of a removed post',
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
});

import { changes } from '../../../test/complete-choice';
import { dropReviews } from './drop-reviews';

const words = (count: number): string => ' word'.repeat(count);
const chair = `<h1>+Chair</h1><p>+Oak${words(40)}.</p>`;
const said = `<p>+Sturdy${words(50)}.</p><p>+Wobbly${words(50)}.</p>`;
const dropped = (body: string): string[] =>
  changes(`<head><title>Chair</title></head><body>${body}</body>`, dropReviews).map((text) => text.split(' ')[0] ?? '');

describe('dropReviews', () => {
  it.each([
    ['in a list called so', `${chair}<ul class="product-reviews x">${said}</ul>`],
    ['each called so, in another spelling', `${chair}<div><div class=okeReviews_body>${said}</div></div>`],
    ['by an id', `${chair}<section id=reviews>${said}</section>`],
  ])('drops what buyers say, %s', (_, html) => {
    expect(dropped(html)).toEqual(['-Sturdy', '-Wobbly']);
  });

  it.each([
    ['what critics say', `${chair}<div class="press-reviews">${said}</div>`],
    ['what the seller has chosen', `${chair}<div class=reviews><div class=testimonials>${said}</div></div>`],
    ['what is called preview', `${chair}<div class=preview-text>${said}</div>`],
    ['a quote of a few words', `${chair}<div class=reviews><p>+Sturdy and fine.</p></div>`],
    ['an element around the title', `<div class=has-reviews>${chair}${said}</div><p>+Delivery${words(40)}.</p>`],
    ['a page of reviews alone', `<h1>+Chair</h1><div class=reviews>${said}</div>`],
    [
      'the reviews of an article',
      `<script type="application/ld+json">{"@type":"Article"}</script>${chair}<div class=review>${said}</div>`,
    ],
  ])('keeps %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });
});

import { changes } from '../../../test/complete-choice';
import { keepStandfirst } from './keep-standfirst';

const SAID = 'What oak costs, and where to get some';
const page = (below: string, title = '+Oak for chairs') =>
  `<head><title>Oak for chairs</title></head><header><h1>${title}</h1>${below}</header><p>+A text of some words.</p>`;
const kept = (html: string): string[] => changes(html, keepStandfirst);

describe('keepStandfirst', () => {
  it.each([
    ['a standfirst', `<p class=standfirst>${SAID}</p>`],
    ['what stands in a box called so', `<div class="post__sub-title x"><p>${SAID}</p></div>`],
    ['one below other lines', `<p class=byline>Ann Lee</p><div class=Article_dek>${SAID}</div>`],
    ['one with a link in it', `<h2 class=subheadline>${SAID} <a href=/x>soon</a></h2>`],
  ])('keeps %s', (_, below) => {
    expect(kept(page(below))).toEqual([expect.stringContaining(SAID)]);
  });

  it.each([
    ['that nothing calls so', page(`<p>${SAID}</p>`)],
    ['that a name only holds', page(`<p class=deskwork>${SAID}</p>`)],
    ['of a few words', page('<p class=summary>Short read</p>')],
    ['that are links', page(`<p class=summary><a href=/x>${SAID}</a></p>`)],
    ['that a button says', page(`<p class=summary><button>${SAID}</button></p>`)],
    ['that name a date', page(`<p class=summary>12 May 2025, 8 minutes to read for all</p>`)],
    ['of a newsletter', page(`<p class=newsletter-description>${SAID}</p>`)],
    ['of a form', page(`<form><p class=field_description>${SAID}</p></form>`)],
    ['below a title that goes', page(`<p class=summary>${SAID}</p>`, 'Oak for chairs')],
    ['far below the title', page(`${'<p>Share</p>'.repeat(15)}<p class=summary>${SAID}</p>`)],
  ])('keeps no texts %s', (_, html) => {
    expect(kept(html)).toEqual([]);
  });
});

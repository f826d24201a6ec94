import { changes } from '../../../test/complete-choice';
import { dropFinePrint } from './drop-fine-print';

const text = `<p>+Offer${' word'.repeat(40)}.</p>`;
const print = '<p>+Rates vary.</p>';
const dropped = (body: string): string[] => changes(`<body><h1>+Offer</h1>${body}</body>`, dropFinePrint);

describe('dropFinePrint', () => {
  it.each([
    ['by class', `${text}<div class="feature__disclaimer x">${print}</div>`],
    ['by id', `${text}<div id=game_area_legal>${print}</div>`],
    ['in a line of its own', `${text}<p class=copy-legal>+Rates vary.</p>`],
  ])('drops conditions known %s', (_, html) => {
    expect(dropped(html)).toEqual(['-Rates vary.']);
  });

  it.each([
    ['a page about the law', `${text}<div class=legal>${text.repeat(3)}</div>`],
    ['a page of little else', `<div class=legal>${print}</div>`],
    ['what only looks like them', `${text}<p class=has-legal-font-size>+Rates vary.</p>`],
    ['what is illegal', `${text}<p class=illegal>+Rates vary.</p>`],
  ])('keeps %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });

  it('keeps what stands around the title', () => {
    const html = `<body><div class=legal><h1>+Offer</h1>${print}</div>${text}</body>`;
    expect(changes(html, dropFinePrint)).toEqual([]);
  });
});

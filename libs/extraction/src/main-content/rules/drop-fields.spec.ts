import { changes } from '../../../test/complete-choice';
import { dropFields } from './drop-fields';

const offer = (text: string) => `<div class=offer><span>${text}</span></div>`;
const TITLE = '<head><title>Oak chair</title></head><h1>+Oak chair</h1>';
const dropped = (html: string): string[] => changes(TITLE + html, dropFields);

describe('dropFields', () => {
  it('drops the one of many offers that reads like what is sold', () => {
    expect(dropped(`${offer('+Oak table')}${offer('Lamp')}${offer('Bed')}${offer('Rug')}`)).toEqual(['-Oak table']);
  });

  it.each([
    ['one of few', `${offer('+Oak table')}${offer('Lamp')}`],
    ['fields some of which are kept', `${offer('+Oak')}${offer('+Ash')}${offer('Bed')}${offer('Rug')}`],
    ['what stands elsewhere', `<div class=fact>+Oak</div>${offer('Lamp')}${offer('Bed')}${offer('Rug')}`],
    ['what has no names', '<div>+Oak</div><div>Lamp</div><div>Bed</div><div>Rug</div>'],
  ])('keeps %s', (_, html) => {
    expect(dropped(html)).toEqual([]);
  });

  it('keeps the title among headings of its kind', () => {
    const heading = (text: string) => `<div class=name><h1>${text}</h1></div>`;
    const html = `<head><title>Oak chair</title></head>${['+Oak chair', 'Table', 'Bed', 'Rug'].map(heading).join('')}`;
    expect(changes(html, dropFields)).toEqual([]);
  });
});

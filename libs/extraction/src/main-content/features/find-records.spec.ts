import { openView } from '../../../test/open-view';
import { recordsOf } from './find-records';

describe('recordsOf', () => {
  it('computes the records of a page once', () => {
    const { view } = openView(`<ul>${'<li><p>a</p><p>b</p></li>'.repeat(3)}</ul>`);
    const records = recordsOf(view);
    expect(records.filter((row) => row?.members.length === 3).length).toBeGreaterThan(0);
    expect(recordsOf(view)).toBe(records);
    expect(recordsOf(openView('<p>c').view)).not.toBe(records);
  });
});

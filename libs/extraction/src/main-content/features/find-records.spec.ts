import { openView } from '../../../test/open-view';
import { recordsOf } from './find-records';

describe('recordsOf', () => {
  it('works them out once for a page', () => {
    const { view } = openView(`<ul>${'<li><p>a</p><p>b</p></li>'.repeat(3)}</ul>`);
    const records = recordsOf(view);
    expect(records.filter((row) => row?.members.length === 3).length).toBeGreaterThan(0);
    expect(recordsOf(view)).toBe(records);
    expect(recordsOf(openView('<p>c').view)).not.toBe(records);
  });
});

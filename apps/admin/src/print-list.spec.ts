import { printList } from './print-list';

const items = [{ id: 1, at: new Date(0) }];
const row = ({ id }: { id: number }) => [String(id)];
const list = { head: ['ID'], items, row, foot: ['1 in all'], none: 'None.', notes: ['There are 2 more.'] };

describe('printList', () => {
  it.each([
    ['a table, what stands below it, and notes', {}, list, ['ID', '1', '1 in all', 'There are 2 more.'], []],
    ['of nothing what there is to say', {}, { ...list, items: [], notes: [] }, ['None.'], []],
    ['of nothing the head alone', {}, { head: ['ID'], items: [], row }, ['ID'], []],
    [
      'for programs the items, and notes beside them',
      { json: 'true' },
      list,
      ['{"id":1,"at":"1970-01-01T00:00:00.000Z"}'],
      ['There are 2 more.'],
    ],
    ['for programs nothing of nothing but notes', { json: 'true' }, { ...list, items: [] }, [], ['There are 2 more.']],
  ])('prints %s', (_, options, given, lines, besides) => {
    const printed: string[] = [];
    const warned: string[] = [];
    printList({ print: (line) => printed.push(line), warn: (line) => warned.push(line) }, options, given);
    expect(printed).toEqual(lines);
    expect(warned).toEqual(besides);
  });
});

import { printList } from './print-list';

const items = [{ id: 1, at: new Date(0) }];
const row = ({ id }: { id: number }) => [String(id)];
const list = { head: ['ID'], items, row, foot: ['1 in all'], none: 'None.', notes: ['There are 2 more.'] };

describe('printList', () => {
  it.each([
    ['a table with foot and notes', {}, list, ['ID', '1', '1 in all', 'There are 2 more.'], []],
    ['the message for an empty list', {}, { ...list, items: [], notes: [] }, ['None.'], []],
    ['only the head of an empty list', {}, { head: ['ID'], items: [], row }, ['ID'], []],
    [
      'items as JSON, and notes to standard error',
      { json: 'true' },
      list,
      ['{"id":1,"at":"1970-01-01T00:00:00.000Z"}'],
      ['There are 2 more.'],
    ],
    ['nothing for an empty list as JSON', { json: 'true' }, { ...list, items: [] }, [], ['There are 2 more.']],
  ])('prints %s', (_, options, given, lines, warnings) => {
    const printed: string[] = [];
    const warned: string[] = [];
    printList({ print: (line) => printed.push(line), warn: (line) => warned.push(line) }, options, given);
    expect(printed).toEqual(lines);
    expect(warned).toEqual(warnings);
  });
});

import { changes } from '../../../test/complete-choice';
import { dropBareHeaders } from './drop-bare-headers';

const table = (rows: string): string => `<p>+a<table><tr><th>+Name<th>+Price${rows}</table><p>+b`;

describe('dropBareHeaders', () => {
  it.each([
    ['of a table without its rows', table('<tr><td>Oak<td>5<tr><td>Elm<td>7'), ['-Name', '-Price']],
    ['not of one with a row', table('<tr><td>+Oak<td>+5<tr><td>Elm<td>7'), []],
    ['not of one with a text in a row', table('<tr><td><p>+Oak is hard.</p><td>5'), []],
    ['not of one that never had rows', table(''), []],
    ['not the names of rows', '<table><tr><th>+Mobile app<td>Free<tr><th>+All states<td>Paid</table>', []],
  ])('drops the header %s', (_, html, texts) => {
    expect(changes(html, dropBareHeaders)).toEqual(texts);
  });
});

import { extractDocument, formats } from '../../test/extract-document';
import { makeWord } from '../../test/make-office';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const style = (id: string, rest: string, type = 'character') =>
  `<w:style w:type="${type}" w:styleId="${id}"${type === 'default' ? ' w:default="1"' : ''}>${rest}</w:style>`;
const VANISH = '<w:rPr><w:vanish/></w:rPr>';
const STYLES = [
  style('Hid', VANISH),
  style('Sub', '<w:basedOn w:val="Hid"/>'),
  style('Shown', '<w:basedOn w:val="Hid"/><w:rPr><w:vanish w:val="false"/></w:rPr>'),
  style('Loop', '<w:basedOn w:val="Loop"/>'),
  style('Note', VANISH, 'paragraph'),
].join('');
const run = (text: string, properties = '') => `<w:r>${properties}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const properties = (inner: string) => `<w:rPr>${inner}</w:rPr>`;
const styled = (id: string) => properties(`<w:rStyle w:val="${id}"/>`);
const paragraph = (runs: string, id?: string) =>
  `<w:p>${id === undefined ? '' : `<w:pPr><w:pStyle w:val="${id}"/></w:pPr>`}${runs}</w:p>`;

async function markdownOf(body: string, styles = STYLES): Promise<string> {
  const main = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
  const file = makeWord(body, { 'word/styles.xml': `<w:styles xmlns:w="${main}">${styles}</w:styles>` });
  const capture = { headers: { 'content-type': TYPE } };
  return (await extractDocument(file, formats('markdown'), capture)).content.markdown ?? '';
}

describe('hidden text of Word documents', () => {
  it.each([
    ['a run', run('x', properties('<w:vanish/>')), ''],
    ['a run with w:val="1"', run('x', properties('<w:vanish w:val="1"/>')), ''],
    ['no run with w:val="0"', run('x', properties('<w:vanish w:val="0"/>')), 'x'],
    ['no run with w:val="off"', run('x', properties('<w:vanish w:val="off"/>')), 'x'],
    ['a run through its style', run('x', styled('Hid')), ''],
    ['a run through the base of its style', run('x', styled('Sub')), ''],
    ['no run whose style shows it again', run('x', styled('Shown')), 'x'],
    ['no run that shows itself', run('x', properties('<w:rStyle w:val="Hid"/><w:vanish w:val="0"/>')), 'x'],
    ['no run whose style is based on itself', run('x', styled('Loop')), 'x'],
    [
      'no run that was hidden before a tracked change',
      run('x', properties('<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')),
      'x',
    ],
    [
      'no text in the middle of a hyperlink',
      `<w:hyperlink>${run('x')}${run('y', properties('<w:vanish/>'))}</w:hyperlink>`,
      'x',
    ],
    [
      'a run with all its content',
      `<w:r>${properties('<w:vanish/>')}<w:pict><w:txbxContent>${paragraph(run('y'))}</w:txbxContent></w:pict></w:r>`,
      '',
    ],
    ['no text that w:webHidden marks', run('x', properties('<w:webHidden/>')), 'x'],
  ])('removes %s', async (_, runs, left) => {
    expect(await markdownOf(paragraph(`${run('a ')}${runs}${run(' z')}`))).toMatch(left === '' ? /^a +z$/ : /^a x z$/);
  });

  it('removes paragraphs hidden by their style, unless a character style toggles it', async () => {
    expect(
      await markdownOf(
        `${paragraph(run('a'))}${paragraph(run('b'), 'Note')}${paragraph(run('c', styled('Hid')), 'Note')}`,
      ),
    ).toBe('a\n\nc');
  });

  it('keeps a paragraph if only its mark is hidden', async () => {
    expect(await markdownOf(`<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('a')}</w:p>`)).toBe('a');
  });

  it('applies document defaults and the default paragraph style', async () => {
    const defaults = `<w:docDefaults><w:rPrDefault>${VANISH}</w:rPrDefault></w:docDefaults>`;
    const shown = run('b', properties('<w:vanish w:val="0"/>'));
    expect(await markdownOf(paragraph(`${run('a')}${shown}`), defaults)).toBe('b');
    const normal = `<w:style w:type="paragraph" w:default="1" w:styleId="N">${VANISH}</w:style>`;
    expect(await markdownOf(paragraph(`${run('a')}${shown}`), normal)).toBe('b');
  });
});

import { extractDocument } from '../../test/extract-document';
import { makeText, makeWord } from '../../test/make-office';

const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const OFFICE = { headers: { 'content-type': 'application/octet-stream' } };

const read = async (file: Uint8Array) => (await extractDocument(file, {}, OFFICE)).content.markdown;

const run = (text: string, properties = '') => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`;
const style = (id: string, content: string, type = 'character', more = '') =>
  `<w:style w:type="${type}" w:styleId="${id}" ${more}><w:name w:val="${id}"/>${content}</w:style>`;
const VANISH = '<w:rPr><w:vanish/></w:rPr>';

const STYLES = [
  style('Hidden', VANISH),
  style('Heir', '<w:basedOn w:val="Hidden"/>'),
  style('Shown', '<w:basedOn w:val="Hidden"/><w:rPr><w:vanish w:val="false"/></w:rPr>'),
  style('Ring', '<w:basedOn w:val="Ring"/>'),
  style('Notes', VANISH, 'paragraph'),
  style('Heir', '<w:basedOn w:val="Notes"/>', 'paragraph'),
  style('Grid', VANISH, 'table'),
  style('Banded', `<w:tblStylePr>${VANISH}</w:tblStylePr>`, 'table'),
].join('');

const wordOf = (body: string, styles = STYLES) =>
  makeWord(body, {
    'word/styles.xml': `<w:styles xmlns:w="${MAIN}">${styles}</w:styles>`,
    'word/_rels/document.xml.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/><Relationship Id="f" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes" Target="footnotes.xml"/></Relationships>',
    'word/footnotes.xml': `<w:footnotes xmlns:w="${MAIN}"><w:footnote w:id="2">${paragraph(run('note') + run('x', '<w:vanish/>'))}</w:footnote></w:footnotes>`,
  });

describe('hidden text of a Word document', () => {
  it.each([
    ['of a run', paragraph(run('a') + run('x', '<w:vanish/>') + run('b')), 'ab'],
    [
      'that is shown after all',
      paragraph(run('a', '<w:vanish w:val="0"/>') + run('b', '<w:vanish w:val="off"/>')),
      'ab',
    ],
    ['of a character style', paragraph(run('a') + run('x', '<w:rStyle w:val="Hidden"/>')), 'a'],
    ['of an inherited style', paragraph(run('a') + run('x', '<w:rStyle w:val="Heir"/>')), 'a'],
    ['that the run overrides', paragraph(run('a', '<w:rStyle w:val="Hidden"/><w:vanish w:val="0"/>')), 'a'],
    ['that a derived style overrides', paragraph(run('a', '<w:rStyle w:val="Shown"/>')), 'a'],
    ['of cyclic styles', paragraph(run('a', '<w:rStyle w:val="Ring"/>')), 'a'],
    ['of a paragraph style', paragraph(run('x'), '<w:pStyle w:val="Notes"/>') + paragraph(run('a')), 'a'],
    ['of an inherited paragraph style', paragraph(run('x'), '<w:pStyle w:val="Heir"/>') + paragraph(run('a')), 'a'],
    [
      'of two styles, which toggles',
      paragraph(run('a', '<w:rStyle w:val="Hidden"/>') + run('x'), '<w:pStyle w:val="Notes"/>'),
      'a',
    ],
    [
      'of a table style',
      `<w:tbl><w:tblPr><w:tblStyle w:val="Grid"/></w:tblPr><w:tr><w:tc>${paragraph(run('x'))}</w:tc></w:tr></w:tbl>${paragraph(run('a'))}`,
      'a',
    ],
    [
      'of a part of a table style, which may not apply',
      `<w:tbl><w:tblPr><w:tblStyle w:val="Banded"/></w:tblPr><w:tr><w:tc>${paragraph(run('a'))}</w:tc></w:tr></w:tbl>`,
      'a',
    ],
    ['of a paragraph mark only', paragraph(run('a'), '<w:rPr><w:vanish/><w:specVanish/></w:rPr>'), 'a'],
    ['before a tracked change', paragraph(run('a', '<w:rPrChange><w:rPr><w:vanish/></w:rPr></w:rPrChange>')), 'a'],
    [
      'in a field, whose result is shown',
      paragraph(
        '<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://e.example/"</w:instrText><w:t>x</w:t><w:fldChar w:fldCharType="separate"/></w:r>' +
          run('a') +
          '<w:r><w:rPr><w:vanish/></w:rPr><w:fldChar w:fldCharType="end"/></w:r>' +
          run(' b'),
      ),
      '[a](https://e.example/) b',
    ],
    [
      'of a run with a text box',
      paragraph(
        `${run('a')}<w:r><w:rPr><w:vanish/></w:rPr><w:pict><v:textbox xmlns:v="urn:schemas-microsoft-com:vml"><w:txbxContent>${paragraph(run('x', '<w:vanish/>') + run('x'))}</w:txbxContent></v:textbox></w:pict></w:r>${run('b')}`,
      ),
      'ab',
    ],
    [
      'of a footnote',
      paragraph(`${run('a')}<w:r><w:footnoteReference w:id="2"/></w:r>`),
      expect.stringMatching(/^a.*note[^x]*$/s),
    ],
  ])('is removed: %s', async (_title, body, markdown) => {
    expect(await read(wordOf(body))).toEqual(markdown);
  });

  it('follows the defaults of the document and of its paragraphs', async () => {
    const body = paragraph(run('x') + run('a', '<w:vanish w:val="0"/>'));
    expect(await read(wordOf(body, `<w:docDefaults><w:rPrDefault>${VANISH}</w:rPrDefault></w:docDefaults>`))).toBe('a');
    expect(await read(wordOf(body, style('Normal', VANISH, 'paragraph', 'w:default="1"')))).toBe('a');
  });
});

describe('hidden text of an OpenDocument text', () => {
  it('is removed if a style, its parent or a section hides it', async () => {
    const hide = '<style:text-properties text:display="none"/>';
    const content = `<office:document-content><office:automatic-styles>
      <style:style style:name="H" style:family="text">${hide}</style:style>
      <style:style style:name="T" style:family="text" style:parent-style-name="H"><style:text-properties text:display="true"/></style:style>
      <style:style style:name="P" style:family="paragraph" style:parent-style-name="H"/></office:automatic-styles>
      <office:body><office:text><text:p>a<text:span text:style-name="H">x</text:span><text:span text:style-name="T">b</text:span></text:p>
      <text:p text:style-name="P">x <text:span>x</text:span></text:p>
      <text:section text:display="none"><text:p>x</text:p></text:section><text:p>c</text:p></office:text></office:body></office:document-content>`;
    expect(await read(makeText(content))).toBe('ab\n\nc');
  });
});

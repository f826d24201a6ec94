import { Pictures } from '../pictures';
import { readRtf } from './read-rtf';

const read = (rtf: string) => readRtf(Buffer.from(`{\\rtf1\\ansi ${rtf}}`, 'latin1'), new Pictures(true, 1000)).body;

describe('readRtf', () => {
  it.each([
    ['bytes of its code page', "\\ansicpg1251\\'cf\\'f0\\par", '<p>Пр</p>'],
    ['bytes of the charset of a font', "{\\fonttbl{\\f1\\fcharset128 M;}}\\f1\\'93\\'fa\\'96\\'7b\\par", '<p>日本</p>'],
    ['Unicode without its fallback', "\\uc2\\u8364 EU\\u-10179\\'3f?\\u-8704\\'3f?!\\par", '<p>€😀!</p>'],
    [
      'marks that end with their group',
      'a{\\b b{\\i c}}d\\par',
      '<p>a<strong>b</strong><em><strong>c</strong></em>d</p>',
    ],
    ['escaped characters', '\\{a\\}\\\\ <b>\\~c\\par', '<p>{a}\\ &lt;b&gt;&nbsp;c</p>'],
    ['no hidden text', 'a{\\v secret}b\\par', '<p>ab</p>'],
    ['no unknown destinations', '{\\*\\unknown secret{\\b more}}{\\header top}a\\par', '<p>a</p>'],
    [
      'links',
      '{\\field{\\*\\fldinst{HYPERLINK "https://a.test/?x=1&y"}}{\\fldrslt{\\ul here}}} on\\par',
      '<p><a href="https://a.test/?x=1&amp;y">here</a> on</p>',
    ],
    [
      'headings by the names and the levels of styles',
      '{\\stylesheet{\\s1\\b heading 1;}{\\s2\\outlinelevel1 Own;}}\\pard\\s1 A\\par\\pard\\s2{\\b B}\\par\\pard c\\par',
      '<h1>A</h1><h2>B</h2><p>c</p>',
    ],
    [
      'lists by their markers',
      "{\\listtext\\'b7\\tab}\\ls1\\ilvl0 a\\par{\\listtext 1.\\tab}\\ls1\\ilvl1 b\\par\\pard c\\par",
      '<ul><li>a<ol><li>b</li></ol></li></ul><p>c</p>',
    ],
    [
      'tables',
      '\\trowd\\intbl a\\par b\\cell c\\cell\\row\\trowd\\intbl d\\cell\\cell\\row\\pard e\\par',
      '<table><tr><td>a<br>b</td><td>c</td></tr><tr><td>d</td><td></td></tr></table><p>e</p>',
    ],
    [
      'footnotes behind the text',
      'a{\\super\\chftn{\\footnote\\pard{\\super\\chftn} note}} b\\par',
      '<p>a<sup>[1]</sup> b</p><p>[1] note</p>',
    ],
    ['pictures', '{\\pict\\pngblip 8950 4e47}\\par', '<p><img src="data:image/png;base64,iVBORw==" alt=""></p>'],
    [
      'binary data of the length that it says',
      'a{\\pict\\jpegblip\\bin3 }\\{}b\\par',
      '<p>a<img src="data:image/jpeg;base64,fVx7" alt="">b</p>',
    ],
    ['a truncated file', 'a{\\b b', '<p>a<strong>b</strong></p>'],
    ['control words with names of Object members', 'a\\constructor b\\toString c\\par', '<p>abc</p>'],
    ['lengths beyond the end of the file', '\\bin2147483647 x', ''],
  ])('reads %s', (_title, rtf, html) => {
    expect(read(rtf)).toBe(html);
  });

  it('reads title and author', () => {
    const { properties } = readRtf(
      Buffer.from('{\\rtf1{\\info{\\title A \\u8364?}{\\author B}{\\subject C}{\\creatim\\yr1}}x}'),
      new Pictures(false, 1000),
    );
    expect(properties).toEqual({ title: 'A €', author: 'B', description: 'C' });
  });

  it.each([
    ['a style name without an end', (words: string) => `{\\stylesheet ${words}}`],
    ['an instruction with many results', (words: string) => `{\\field{\\fldinst HYPERLINK "${words}}}`],
  ])('reads in limited time: %s', (_title, make) => {
    const rtf = make('a\\b\\fldrslt '.repeat(150_000));
    const before = process.cpuUsage();
    read(rtf);
    const { user, system } = process.cpuUsage(before);
    // 0.3 s on an idle machine.
    expect((user + system) / 1_000_000).toBeLessThan(5);
  });
});

import { gunzipSync } from 'node:zlib';
import { captureOf, scrapeSpec } from '../../../test/scrape-spec';
import { extractPage } from '../../extract-page';
import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(body).root);

const TEX = '<annotation encoding="application/x-tex">x^2_a</annotation>';

describe('prepareFormula', () => {
  it.each([
    [
      'KaTeX, which shows them twice',
      `<p>a <span class=katex><span class=katex-mathml><math><semantics><mi>x</mi>${TEX}</semantics></math></span><span class=katex-html>x2a</span></span> b</p>`,
      'a $x^2_a$ b',
    ],
    [
      'KaTeX in a display',
      `<p><span class=katex-display><span class=katex><span class=katex-mathml><math display=block><mi>x</mi>${TEX}</math></span><span class=katex-html>x2a</span></span></span></p>`,
      '$$x^2_a$$',
    ],
    ['KaTeX without MathML as its text', '<span class=katex><span class=katex-html>x2</span></span>', 'x2'],
    [
      'the scripts of MathJax 2, once',
      '<p><span class=MathJax_Preview>x</span><span class=MathJax>xx</span><script type="math/tex">x_1 < y</script>, <span class=MathJax_Display><span class=MathJax>yy</span></span><script type="math/tex; mode=display">a<b</script></p>',
      '$x_1 < y$, $$a\\lt b$$',
    ],
    ...(['MathJax_CHTML mjx-chtml', 'MathJax', 'MathJax_SVG'] as const).flatMap((name): [string, string, string][] => {
      const assistive = '<span class=MJX_Assistive_MathML><math><msup><mi>x</mi><mn>2</mn></msup></math></span>';
      const frame = `<span class=MathJax_Preview></span><span class="${name}" data-mathml="<math></math>"><span class=mjx-math aria-hidden=true>x2</span>${assistive}</span>`;
      const display = name === 'MathJax_SVG' ? 'div class=MathJax_SVG_Display' : 'span class=MJXc-display';
      const tag = display.split(' ')[0];
      return [
        [
          `MathJax 2 (${name}) with assistive MathML and its script`,
          `<p>a ${frame}<script type="math/tex">x^2</script> b ${frame}<script type="math/tex">x^3</script></p>`,
          'a $x^2$ b $x^3$',
        ],
        [`MathJax 2 (${name}) without its script`, `<p>a ${frame} b</p>`, 'a $x^2$ b'],
        [
          `MathJax 2 (${name}) in a display`,
          `<div><${display}>${frame.replace('<math>', '<math display="block">')}</${tag}><script type="math/tex; mode=display">x^2</script></div>`,
          '$$x^2$$',
        ],
      ];
    }),
    [
      'MathJax 3',
      '<mjx-container jax=SVG display=true><svg><path/></svg><mjx-assistive-mml><math display=block><mfrac><mi>a</mi><mrow><mi>b</mi><mo>+</mo><mn>1</mn></mrow></mfrac></math></mjx-assistive-mml></mjx-container>',
      '$$\\frac{a}{b + 1}$$',
    ],
    [
      'MediaWiki',
      '<p>q <span class=mwe-math-element><span style="display: none"><math alttext="{\\displaystyle E=mc^{2}}"><mi>E</mi><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></math></span><img class=mwe-math-fallback-image-inline alt="{\\displaystyle E=mc^{2}}" src=/x.svg></span></p>',
      'q $E=mc^{2}$',
    ],
    [
      'LaTeXML',
      '<math alttext="\\frac{1}{2}" display=inline><mfrac><mn>1</mn><mn>2</mn></mfrac></math>',
      '$\\frac{1}{2}$',
    ],
    [
      'source between brackets and dollars',
      '<p>\\(x_1 * y_2\\), \\[a_1 \\\\[2pt] b\\], $x_i^2$ and $$E = mc^2$$</p>',
      '$x_1 * y_2$, $$a_1 \\\\[2pt] b$$, $x_i^2$ and $$E = mc^2$$',
    ],
    [
      'elements side by side, apart',
      '<p><script type="math/tex">a</script><span><script type="math/tex">b</script></span></p>',
      '$a$ $b$',
    ],
  ])('reads the TeX of %s', (_title, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><msqrt><mi>y</mi></msqrt><mo>=</mo><mn>5</mn>', 'x^2 + \\sqrt{y} = 5'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>',
      '∑_{i = 1}^n a_i',
    ],
    ['<mi>sin</mi><mi>x</mi><mover><mi>v</mi><mo>→</mo></mover>', '\\sin x\\vec{v}'],
    [
      '<mo>(</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mi>a</mi></mtd><mtd><mn>1</mn></mtd></mtr></mtable><mo>)</mo>',
      '(\\begin{matrix} 1 & 0 \\\\ a & 1 \\end{matrix})',
    ],
    [
      '<msup><mrow><mo>(</mo><mi>a</mi><mo>+</mo><mi>b</mi><mo>)</mo></mrow><mi>n</mi></msup><mtext>if </mtext><mroot><mi>x</mi><mn>3</mn></mroot>',
      '{(a + b)}^n\\text{if }\\sqrt[3]{x}',
    ],
    ['<mfenced><mi>a</mi><mi>b</mi></mfenced><mo>{</mo><mi>max</mi>', '(a, b)\\{\\max'],
  ])('converts MathML: %s', (mathml, tex) => {
    expect(convert(`<math>${mathml}</math>`)).toBe(`$${tex}$`);
  });

  it.each([
    'It costs $5 and $10, or US$20_000$.',
    'Restaurants from $$ to $$$, $HOME and $PATH',
    '`\\(x\\)`',
    'a \\\\(b',
    'f\\\\(x\\\\) and \\\\[a-z\\\\]+',
  ])('keeps text that is no formula: %s', (markdown) => {
    const html = markdown.replace(/`(.*)`/, '<code>$1</code>').replaceAll('\\\\', '\\');
    expect(convert(`<p>${html}</p>`)).toBe(markdown);
  });

  it('limits nested formulas', () => {
    const nest = (tag: string, levels: number) =>
      convert(`<math>${`<${tag}>`.repeat(levels)}<mi>x</mi>${`<mi>y</mi></${tag}>`.repeat(levels)}</math>`);
    expect(nest('msup', 3)).toBe(`$\{{x^y}^y}^y$`);
    expect(nest('mover', 40)).toBe(`$${'\\overset{y}{'.repeat(40)}x${'}'.repeat(40)}$`);
    expect(nest('msup', 60)).toBe(`x${'y'.repeat(60)}`);
  });

  it('keeps formula scripts when other scripts are removed', async () => {
    const html = `<main><h1>Energy</h1><p>${'It is kept. '.repeat(30)}</p>
      <p>The energy is <script type="math/tex">E = mc^2</script> as everybody knows.</p></main><script>x()</script>`;
    const extraction = await extractPage(captureOf(html), scrapeSpec({ formats: [{ type: 'markdown' }] }), {
      wantsDocument: true,
      wantsOutlinks: false,
      detectShell: false,
    });
    if (extraction.kind !== 'document') throw new Error(JSON.stringify(extraction));
    const { markdown } = JSON.parse(gunzipSync(extraction.content).toString()) as { markdown: string };
    expect(markdown).toContain('The energy is $E = mc^2$ as everybody knows.');
    expect(markdown).not.toContain('x()');
  });
});

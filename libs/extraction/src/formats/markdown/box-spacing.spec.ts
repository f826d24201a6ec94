import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('separateBox', () => {
  it.each([
    ['<span class=title>Under $50</span><span class=description>Things we love</span>', 'Under $50 Things we love'],
    ['<span class=note>Installation.</span><span class=text>Run it</span>', 'Installation. Run it'],
    ['<span class=headline>Who We Are</span><span class=text>CIS is new</span>', 'Who We Are CIS is new'],
    ['<span class=brand>HOKA</span><span class=model>Clifton</span>', 'HOKA Clifton'],
    ['<span class=name>Number of Pages</span><span class=value>240 Pages</span>', 'Number of Pages 240 Pages'],
    ['<span class=count>31</span><span class=filter>items</span>', '31 items'],
    ['<span class=item-label>GPS</span><span class=item-description>real-time</span>', 'GPS real-time'],
    ['<span class=item-label>size</span><span class=item-description>of the hand</span>', 'size of the hand'],
    ['<span>Item number:</span><span>33</span>', 'Item number: 33'],
    ['<span>Windows</span><span class=dot></span><span>Sliding</span>', 'Windows Sliding'],
    ['<span>By</span><a href=/n>Nina</a><time>May</time>', 'By [Nina](/n) May'],
    ['<time class=published>May 3, 2025</time><time class=updated>June 1, 2025</time>', 'May 3, 2025 June 1, 2025'],
    ['<a href=/c>Community</a><span class=badge>Bot</span>', '[Community](/c) Bot'],
    ['<span class=itemLabel>size</span><span class=item_texts>of the hand</span>', 'size of the hand'],
    ['<del>$130.00</del><ins>$98.00</ins>', '~~$130.00~~ $98.00'],
    ['was <del>10</del><ins>20</ins> men', 'was ~~10~~ 20 men'],
    ['<b>Name:</b><i>Ada</i>', '**Name:** *Ada*'],
    ['<strong>Who We Are</strong><em>Founded by two</em>', '**Who We Are** *Founded by two*'],
    [
      '<span class=sr-only>It was $24.</span><ins>$14</ins><span class=sr-only>It is $14.</span>',
      'It was $24. $14 It is $14.',
    ],
    ['<a href=/d>Davis</a><em>Shipwreck</em><span>Rack</span>', '[Davis](/d) *Shipwreck* Rack'],
    ['<span class=whole>1</span><span class=cents>99</span>', '1 99'],
    ['<span>4.9</span><span class="h-4 bg-gray"></span><span>2,695 reviews</span>', '4.9 2,695 reviews'],
    ['<span><span>$98.00</span></span><span class=old>$130.00</span>', '$98.00 $130.00'],
    ['<span class=score>1,655</span><span title="1 gold badge"><span>1</span></span>', '1,655 1'],
    ['<span class=score>54.4k</span><span><span class=count>24</span></span>', '54.4k 24'],
    ['<span>Mar 27, 2025</span><span>5 mins</span>', 'Mar 27, 2025 5 mins'],
    ['<span class=who>Shari Weiss,</span><span class=role>Senior Editor</span>', 'Shari Weiss, Senior Editor'],
    ['<span>SKU: CAR714</span><span>MFR: 7343C002</span>', 'SKU: CAR714 MFR: 7343C002'],
    ['<span class=info>about 40mm</span><span class=heading>Weight</span>', 'about 40mm Weight'],
    ['<span class=info>Over-Ear\u200b</span><span class=heading>Connection</span>', 'Over-Ear Connection'],
    ['<span class=task-status>open</span><span class=task-count>three</span>', 'open three'],
  ])('inserts a space: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<span class=c1>Docu</span><span class=c12>ment A</span><span class=c3>Bc</span>', 'Document ABc'],
    ['<span class=s1>Co</span><span class=s1>rnell</span>', 'Cornell'],
    ['<span class=cap>T</span><span class=rest>he</span>', 'The'],
    ['<span class=day>21</span><span class=ordinal>st</span>', '21st'],
    ['<span class=whole>19</span><span class=cents>.99</span>', '19.99'],
    ['<span class=context>foo</span><span class=update>bar</span>', 'foobar'],
    ['<span class=stage>key</span><span class=keyword>word</span>', 'keyword'],
    ['<span class=discount>foo</span><span class=texture>bar</span>', 'foobar'],
    ['1 comment<span class=sr-only>s</span>', '1 comments'],
    ['<span class=a>You</span><span class=b>Tube</span>', 'YouTube'],
    ['<span class=logo-first>Git</span><span class=logo-second>Hub</span>', 'GitHub'],
    ['<span class=part-1>Java</span><span class=part-2>Script</span>', 'JavaScript'],
    ['<span class="label l1">Java</span><span class="label l2">Script</span>', 'JavaScript'],
    ['<span class=formula>CO</span><span class=index>2</span>', 'CO2'],
    ['<span class=d>1</span><span class=sep></span><span class=d>9</span>', '19'],
    ['<span>1</span><span>000</span>', '1000'],
    [
      '<span style="color:red">I like the Mac</span><span style="color:red">book, too</span>',
      'I like the Macbook, too',
    ],
    ['<span class=s>IN NEW YO</span><span class=s>RK CITY</span>', 'IN NEW YORK CITY'],
    ['<span class="px-1 block">4</span><span class="px-1 block">2</span>', '42'],
    ['<span class=w>Version</span><span class=w>2</span>', 'Version2'],
    ['<span>99</span><span>€99</span>', '99€99'],
    ['<span class="digit d-1">4</span><span class="digit d-2">2</span>', '42'],
    ['<code><span class=nb>accumulate</span><span class=p>Bar</span></code>', '`accumulateBar`'],
  ])('keeps a word together: %s', (html, text) => {
    expect(convert(html)).toBe(text);
  });
});

const laidOut = (classes: string, html: string) => convert(`<span class="${classes}">${html}</span>`);

describe('separateBox in a flex container', () => {
  it.each([
    ['flex items-center justify-between', '<a href=/a><b>Parts</b></a><span class=n>3</span>', '[**Parts**](/a) 3'],
    ['d-flex justify-content-between', '<span>open</span><span>three</span>', 'open three'],
    ['md:flex gap-0.5', '<s>$0</s><span>Free</span><span>&gt;1 left</span>', '~~$0~~ Free >1 left'],
    ['flex gap-x-4', '<span>1.</span><svg></svg><span>Product</span>', '1\\. Product'],
    ['flex space-x-2', '<a href=/i>iOS</a><span>•</span><a href=/m>Music</a>', '[iOS](/i) • [Music](/m)'],
    ['grid gap-[2px]', '<span>size</span><span>M</span>', 'size M'],
    ['flex gap-1', '<span>A</span><span>Answer</span>', 'A Answer'],
    ['flex gap-1', '<span>Foot switch</span><span>+$89</span>', 'Foot switch +$89'],
  ])('inserts a space with the class %s: %s', (classes, html, markdown) => {
    expect(laidOut(classes, html)).toBe(markdown);
  });

  it.each([
    ['display: flex; gap: 4px', '<span>open</span><span>three</span>', 'open three'],
    ['display:grid;justify-content:space-between', '<span>open</span><span>three</span>', 'open three'],
    ['display:flex', '<span>open</span><span>three</span>', 'openthree'],
    ['display:flex', '<span>garden tools</span><span>12</span>', 'garden tools 12'],
    ['gap:4px', '<span>open</span><span>three</span>', 'openthree'],
  ])('reads the style attribute %s', (style, html, markdown) => {
    expect(convert(`<span style="${style}">${html}</span>`)).toBe(markdown);
  });

  it.each([
    ['flex gap-1', '<span>H</span><span>e</span><span>y</span>', 'Hey'],
    ['flex gap-1', '<span>0</span><span>4</span>', '04'],
    ['flex gap-1', '<span>T</span><span>he end</span>', 'The end'],
    ['flex gap-1', '<span>$</span><span>10</span><span>.99</span>', '$10.99'],
    ['flex gap-1', '<span>21</span><span>st</span>', '21st'],
    ['flex gap-1', '<span>50</span><span>%</span>, <span>(</span><span>or so</span><span>)</span>', '50%, (or so)'],
    ['flex', '<span>19</span><span>99</span>', '1999'],
    ['flex', '<span>under</span><span>line of text</span>', 'underline of text'],
    ['flex', '<b>over</b>come it', '**over**come it'],
    ['gap-2', 'Orb<span>weaver</span>', 'Orbweaver'],
    ['space-x-1', 'Pay<span>Pal</span>', 'PayPal'],
    ['md:flex-col', 'Orb<span>weaver</span>', 'Orbweaver'],
    ['justify-between', 'Orb<span>weaver</span>', 'Orbweaver'],
    ['flex-col', '<span>Orb</span><span>weaver</span>', 'Orbweaver'],
    ['gap', '<span>open</span><span>three</span>', 'openthree'],
    ['no-flex', '<span>garden tools</span><span>12</span>', 'garden tools12'],
  ])('keeps a word together with the class %s: %s', (classes, html, markdown) => {
    expect(laidOut(classes, html)).toBe(markdown);
  });

  it('reads a class next to a style attribute', () => {
    expect(convert('<span class=gap-2 style="display: flex"><span>open</span><span>three</span></span>')).toBe(
      'open three',
    );
  });

  it('does not change code', () => {
    expect(convert('<code class="flex gap-2"><span>std</span><span>vector</span></code>')).toBe('`stdvector`');
  });
});

describe('separateBox before a post number', () => {
  it.each([
    ['<span class=r>orbweaver</span><span class=n>#1</span>', 'orbweaver#1'],
    ['<code><span>see color</span><span>#123</span></code>', '`see color#123`'],
  ])('writes the post number: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('parts of a line', () => {
  it.each([
    ['<span class=title>Under $50</span><span class=description>Things we love</span>', 'Under $50 Things we love'],
    ['<span class=note>Installation.</span><span class=text>Run it</span>', 'Installation. Run it'],
    ['<span class=headline>Who We Are</span><span class=text>CIS is new</span>', 'Who We Are CIS is new'],
    ['<span class=brand>HOKA</span><span class=model>Clifton</span>', 'HOKA Clifton'],
    ['<span class=name>Number of Pages</span><span class=value>240 Pages</span>', 'Number of Pages 240 Pages'],
    ['<span class=count>31</span><span class=filter>items</span>', '31 items'],
    ['<span class=item-label>GPS</span><span class=item-description>real-time</span>', 'GPSreal-time'],
    ['<span class=item-label>size</span><span class=item-description>of the hand</span>', 'size of the hand'],
    ['<span>Item number:</span><span>33</span>', 'Item number: 33'],
    ['<span>Windows</span><span class=dot></span><span>Sliding</span>', 'Windows Sliding'],
    ['<span>By</span><a href=/n>Nina</a><time>May</time>', 'By [Nina](/n) May'],
    ['<time class=published>May 3, 2025</time><time class=updated>June 1, 2025</time>', 'May 3, 2025 June 1, 2025'],
    ['<a href=/c>Community</a><span class=badge>Bot</span>', '[Community](/c) Bot'],
    ['<span class=itemLabel>size</span><span class=item_texts>of the hand</span>', 'size of the hand'],
    ['<span class="icon-font">menu</span><span>open</span>', 'menu open'],
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
    ['<span class=bar>5 star</span><span class=bar>4 star</span>', '5 star 4 star'],
    ['<span class=item>2h 22m</span><span class=item>R</span>', '2h 22m R'],
    ['<span class=who>Shari Weiss,</span><span class=role>Senior Editor</span>', 'Shari Weiss, Senior Editor'],
    ['<span>SKU: CAR714</span><span>MFR: 7343C002</span>', 'SKU: CAR714 MFR: 7343C002'],
    ['<span class=info>about 40mm</span><span class=heading>Weight</span>', 'about 40mm Weight'],
    ['<span class=info>Over-Ear\u200b</span><span class=heading>Connection</span>', 'Over-Ear Connection'],
    ['<span class="px-3 pill">wedding list</span><span class="px-3 pill">budget</span>', 'wedding list budget'],
    ['<span class=task-status>open</span><span class=task-count>three</span>', 'open three'],
  ])('are set apart: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['<span class=c1>Docu</span><span class=c12>ment A</span><span class=c3>Bc</span>', 'Document ABc'],
    ['<span class=s1>Co</span><span class=s1>rnell</span>', 'Cornell'],
    ['<span class=sig-prename>a.</span><span class=sig-name>Decoder</span>', 'a.Decoder'],
    ['<span class=cap>T</span><span class=rest>he</span>', 'The'],
    ['<span class=day>21</span><span class=ordinal>st</span>', '21st'],
    ['<span class=whole>19</span><span class=cents>.99</span>', '19.99'],
    ['<span class=context>foo</span><span class=update>bar</span>', 'foobar'],
    ['<span class=stage>key</span><span class=keyword>word</span>', 'keyword'],
    ['<span class=discount>foo</span><span class=texture>bar</span>', 'foobar'],
    ['1 comment<span class=sr-only>s</span>', '1 comments'],
    ['1<del>0</del><ins>5</ins>0', '1~~0~~50'],
    ['<del>1</del><ins>2</ins>0', '~~1~~20'],
    ['<b>Java</b><i>Script</i>', '**Java***Script*'],
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
  ])('stay one word: %s', (html, text) => {
    expect(convert(html)).toBe(text);
  });
});

const laidOut = (classes: string, html: string) => convert(`<span class="${classes}">${html}</span>`);

describe('children that styles lay out with white space between', () => {
  it.each([
    ['flex items-center justify-between', '<a href=/a><b>Parts</b></a><span class=n>3</span>', '[**Parts**](/a) 3'],
    ['d-flex justify-content-between', '<span>open</span><span>three</span>', 'open three'],
    ['md:flex gap-0.5', '<s>$0</s><span>Free</span><span>&gt;1 left</span>', '~~$0~~ Free >1 left'],
    ['flex gap-x-4', '<span>1.</span><svg></svg><span>Product</span>', '1\\. Product'],
    ['flex space-x-2', '<a href=/i>iOS</a><span>•</span><a href=/m>Music</a>', '[iOS](/i) • [Music](/m)'],
    ['flex flex-col', '<span>Not</span>endorsed', 'Not endorsed'],
    ['flex flex-col', 'not<span>endorsed</span>', 'not endorsed'],
    ['grid gap-[2px]', '<span>size</span><span>M</span>', 'size M'],
    ['flex gap-1', '<span>A</span><span>Answer</span>', 'A Answer'],
    ['flex gap-1', '<span>Foot switch</span><span>+$89</span>', 'Foot switch +$89'],
  ])('stand apart: %s %s', (classes, html, markdown) => {
    expect(laidOut(classes, html)).toBe(markdown);
  });

  it.each([
    ['display: flex; gap: 4px', '<span>open</span><span>three</span>', 'open three'],
    ['display:grid;justify-content:space-between', '<span>open</span><span>three</span>', 'open three'],
    ['display:flex', '<span>open</span><span>three</span>', 'openthree'],
    ['display:flex', '<span>garden tools</span><span>12</span>', 'garden tools 12'],
    ['gap:4px', '<span>open</span><span>three</span>', 'openthree'],
  ])('are told by a style attribute: %s', (style, html, markdown) => {
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
  ])('stay one word where they are parts of it: %s %s', (classes, html, markdown) => {
    expect(laidOut(classes, html)).toBe(markdown);
  });

  it('are told by a class beside a style attribute', () => {
    expect(convert('<span class=gap-2 style="display: flex"><span>open</span><span>three</span></span>')).toBe(
      'open three',
    );
  });

  it('stay code in a listing', () => {
    expect(convert('<code class="flex gap-2"><span>std</span><span>vector</span></code>')).toBe('`stdvector`');
  });
});

describe('the number of a post', () => {
  it.each([
    ['<span class=t>2 years ago</span><span class=n>#1</span>', '2 years ago #1'],
    ['<span class=r>orbweaver</span><span class=n>#1</span>', 'orbweaver#1'],
    ['<code><span>see color</span><span>#123</span></code>', '`see color#123`'],
  ])('stands apart behind several words: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('what only those see who hear a page', () => {
  it.each([
    [
      'is left out where it repeats the text',
      '<span aria-hidden=true>Used</span><span class=clipped>Used</span>',
      'Used',
    ],
    [
      'is left out where it tells how a link opens',
      '<a href=/a>Learn more<span class=visually-hidden> (opens in a new window)</span></a>',
      '[Learn more](/a)',
    ],
    [
      'is left out but for what else it says',
      '<a href=/x><svg/><span class=sr-only>Facebook (opens in a new tab)</span></a> ' +
        '<a href=/r><span class=visually-hidden>Annual report 2023, opens in new window.\n </span></a>',
      '[Facebook](/x) [Annual report 2023](/r)',
    ],
    [
      'is left out where it repeats the text and tells how a link opens',
      '<a href=/x>Facebook<span class=sr-only>Facebook - link opens in another tab</span></a>',
      '[Facebook](/x)',
    ],
    [
      'stays where it is about something that opens',
      '<span class=sr-only>How the shop opens in new windows of time</span>',
      'How the shop opens in new windows of time',
    ],
    [
      'is left out where a space stands behind how a link opens',
      '<a href=/m><svg/><span class=sr-only>Map <i>(opens in a new tab)</i> </span></a>',
      '[Map](/m)',
    ],
    [
      'is left out where it says that an amount is a price',
      '<span aria-hidden=true>$<span>99</span>.99</span><span class=plp-price__sr-text>Price $ 99.99</span>',
      '$99.99',
    ],
    ['stays where it says which price', '<span>$5</span><span class=sr-only>Old price $5</span>', '$5 Old price $5'],
    ['stays where the amount is another', '<span>$5</span><span class=sr-only>Price $6</span>', '$5 Price $6'],
    ['stays where it is a sign', '<b>Name</b> <span class=sr-only>:</span> <b>Ada</b>', '**Name** : **Ada**'],
    ['is not what everybody sees', 'very <span>very</span> good', 'very very good'],
    ['is set apart', '<span class=price>$34.99</span><span class=sr-only>regular price</span>', '$34.99 regular price'],
    [
      'stays where it is called by what opens',
      '<a href=/x><span class=sr-only>How to make a link open in a new tab</span></a>',
      '[How to make a link open in a new tab](/x)',
    ],
    [
      'stays beside a picture of the same name',
      '<a href=/x><span class=sr-only>Facebook</span><svg><title>Facebook</title></svg></a>',
      '[Facebook](/x)',
    ],
    [
      'stays beside a picture in a box',
      '<a href=/x><span class=sr-only>Facebook</span><span><svg><title>Facebook</title></svg></span></a>',
      '[Facebook](/x)',
    ],
    [
      'stays beside an icon of the same name',
      '<button><span class=sr-only>Search</span><i class=material-icons>search</i></button>',
      'Search',
    ],
    [
      'stays beside an icon in a box',
      '<button><span class=sr-only>Search</span><b><i class=material-icons>search</i></b></button>',
      'Search',
    ],
    [
      'stays beside what is shown without scripts',
      '<p><span class=sr-only>Photo</span><noscript>Photo</noscript></p>',
      'Photo',
    ],
    [
      'is left out where it goes on with the text',
      'See all details<span class=clipped>See all details on coverage</span>',
      'See all details',
    ],
    ['stays where it names an amount', 'Sale<span class=sr-only>Sale price $5</span>', 'Sale Sale price $5'],
    ['stays where it goes on with a word', 'Car<span class=sr-only>Careers at Acme</span>', 'Car Careers at Acme'],
    ['is left out where it tells of a dialog', 'Contact<span class=clipped>- opens in a new dialog</span>', 'Contact'],
    ['is left out where nobody gets it', 'Buy <span class="x sr-only" aria-hidden=true>selected</span>', 'Buy'],
    ['stays as a blind', 'Roller <span class=blind aria-hidden=true>blind white</span>', 'Roller blind white'],
    ['stays as clipped text', 'By <span class=text-clipped aria-hidden=true>Four kilos</span>', 'By Four kilos'],
    [
      'stays as a quotation',
      '<div>a <p class="quote offscreen" aria-hidden=true>The S25 is seen</p>b</div>',
      'a\n\nThe S25 is seen\n\nb',
    ],
    ['stays as a part of a name', 'By <span class=card-sr-only aria-hidden=true>Ada</span>', 'By Ada'],
    ['stays on wide screens', 'By <span class="sr-only md:not-sr-only" aria-hidden=true>Ada</span>', 'By Ada'],
    [
      'is left out where a film shows it',
      '<div>a <p class=visually-hidden aria-hidden=true>The S25 is seen</p>b</div>',
      'a\n\nb',
    ],
    ['stays where it is an amount', 'Buy <span class=sr-only aria-hidden=true>for $5</span>', 'Buy for $5'],
    ['stays where it is an amount in words', 'x <span class=sr-only aria-hidden=true>for EUR 5</span>', 'x for EUR 5'],
    [
      'stays above a list',
      '<div><span class=sr-only aria-hidden=true>Front</span>\n<ul><li>12MP</ul></div>',
      'Front\n\n- 12MP',
    ],
    [
      'stays where it is heard',
      'Buy <span class=u-srOnly>for two</span> <span class=blind>now</span>',
      'Buy for two now',
    ],
    ['stays before a text', '<span class=sr-only>Price:</span> $5', 'Price: $5'],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('a link', () => {
  it.each([
    [
      'without an address is its text',
      'See <a href="">Statista</a> and <a href="" title=x>93%</a>',
      'See Statista and 93%',
    ],
    ['without an address keeps its label', '<a href="" aria-label=Reload><svg></svg></a>', 'Reload'],
    ['without an address stands apart', '<a href="">read less</a><a href="">read more</a>', 'read less read more'],
    ['is not called by how it opens', '<a href=/x aria-label="X (opens in a new tab)"><svg></svg></a>', '[X](/x)'],
    ['has no title of that', '<a href=/x title="Our page - Opens in new window">Us</a>', '[Us](/x "Our page")'],
    [
      'is called by that alone',
      '<a href=/x aria-label="Opens in new window"><svg></svg></a>',
      '[Opens in new window](/x)',
    ],
    [
      'is not called by that without a sign',
      '<a href=/x aria-label="X page opens in new tab"><svg></svg></a>',
      '[X page](/x)',
    ],
    [
      'keeps a name with a hyphen',
      '<a href=/x aria-label="Shop re-opens in a new window"><svg></svg></a>',
      '[Shop re-opens in a new window](/x)',
    ],
    ['is not called by what to open', '<a href=/x aria-label="X : Open in a New Window"><svg></svg></a>', '[X](/x)'],
    [
      'has no title that says what it says',
      '<a href=/x title="How to make a link open in a new tab">How to make a link open in a new tab</a>',
      '[How to make a link open in a new tab](/x)',
    ],
    [
      'has no title that says what it says of how one opens',
      '<a href=/x title="This page - opens in a new tab">This page - opens in a new tab</a>',
      '[This page - opens in a new tab](/x)',
    ],
    [
      'keeps a name that asks how one opens',
      '<a href=/x aria-label="When to open on another tab"><svg></svg></a>',
      '[When to open on another tab](/x)',
    ],
    [
      'keeps a name that tells when one opens',
      '<a href=/x aria-label="When a link opens in a new tab"><svg></svg></a>',
      '[When a link opens in a new tab](/x)',
    ],
    [
      'keeps what else opens',
      '<a href=/x title="When the shop opens, new sites follow">Us</a>',
      '[Us](/x "When the shop opens, new sites follow")',
    ],
    [
      'keeps a name that tells of windows',
      '<a href=/x aria-label="A mind opens in new windows"><svg></svg></a>',
      '[A mind opens in new windows](/x)',
    ],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

describe('characters that join others', () => {
  it.each([
    ['are nothing by themselves', '<b>Faster<br>\u200d</b>Tools \u200cnow', '**Faster**  \nTools now'],
    ['join letters and pictures', 'می\u200cخواهم 👩\u200d🔬 👩🏽\u200d🔬', 'می\u200cخواهم 👩\u200d🔬 👩🏽\u200d🔬'],
  ])('%s', (_, html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

/** A typical page of its kind: main content and boilerplate. */
export interface KindOfPage {
  kind: string;
  html: string;
  /** Texts of the main content, and others. */
  holds: string[];
  lacks: string[];
}

const header = `<header class="site-header"><a href="/" class="logo">Harbour Weekly</a>
  <nav class="main-nav"><ul><li><a href="/news">News</a></li><li><a href="/shop">Shop</a></li>
  <li><a href="/forum">Forum</a></li><li><a href="/about">About us</a></li><li><a href="/login">Log in</a></li></ul></nav>
  <form role="search"><input name="q" placeholder="Search"><button>Search</button></form></header>`;

const footer = `<footer class="site-footer"><div class="columns"><div><h4>Company</h4><ul><li><a href="/careers">Careers</a></li>
  <li><a href="/press">Press</a></li></ul></div><div><h4>Newsletter</h4><p>Subscribe to our newsletter and never miss a story.</p>
  <form><input type="email"><button>Subscribe</button></form></div></div>
  <p>© 2026 Harbour Weekly. All rights reserved. <a href="/privacy">Privacy policy</a> <a href="/terms">Terms of use</a></p></footer>
  <div id="cookie-banner" class="cookie-consent"><p>We use cookies to improve your experience. <a href="/cookies">Learn more</a></p>
  <button>Accept all</button><button>Reject all</button></div>`;

const related = `<aside class="related-articles"><h3>Related articles</h3><ul>
  <li><a href="/a/1">Ten harbours to see before the winter</a></li><li><a href="/a/2">The ferry that never left</a></li>
  <li><a href="/a/3">How to read a tide table</a></li></ul></aside>`;

const chrome = ['Careers', 'Accept all', 'All rights reserved', 'Log in', 'Subscribe to our newsletter'];

const page = (title: string, head: string, main: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>${title} | Harbour Weekly</title>${head}</head><body>${header}${main}${footer}</body></html>`;

const paragraphs = [
  'The old lighthouse at the end of the northern pier was lit again on Tuesday evening, after eleven years in which sailors had to find the entrance by the lamps of the fish market alone.',
  'Engineers of the port authority had replaced the lens, the motor and most of the wiring, but they kept the brass fittings, which date from 1893 and were polished by volunteers over two winters.',
  '“It is not only a light, it is how we know that we are home,” said Marta Olsen, whose family has kept a boat in the harbour for four generations, while children counted the seconds between the flashes.',
  'The restoration cost about 1.2 million crowns, less than planned, and the remaining money will be used to open the tower to visitors from next spring, on weekends and by appointment.',
];

const posts = [
  'My outboard stalls as soon as I put it into reverse. It starts well, idles well, and forward is fine. I have changed the plugs and the fuel filter already. Has anybody seen this?',
  'That sounds like the idle speed is a little too low for the load. Warm it up, put it into gear while tied to the dock, and adjust the idle screw until it stays above 700 revolutions.',
  'Before you touch the screw, look at the shift cable. On mine it had stretched, so that reverse was only half engaged and the gearbox dragged. Ten minutes of work and it never stalled again.',
];

const products = [
  ['Storm lantern, brass', '$48.00', 'Burns for twenty hours on one filling and does not mind the wind.'],
  ['Folding anchor, 6 kg', '$72.50', 'Holds boats of up to seven metres in sand and in mud.'],
  ['Deck shoe, canvas', '$59.00', 'White soles that leave no marks, in sizes from 36 to 47.'],
  ['Signal horn', '$19.90', 'Can be heard at a distance of a mile and needs no gas.'],
];

export const kindsOfPages: KindOfPage[] = [
  {
    kind: 'article',
    html: page(
      'The light is back',
      '<meta property="og:type" content="article">',
      `<main><article><h1>The light is back</h1><p class="byline">By Jon Berg, 3 November 2026</p>
      <div class="article-body">${paragraphs.map((text) => `<p>${text}</p>`).join('')}
      <h2>What comes next</h2><ul><li>The tower opens in April.</li><li>The fog horn will be repaired in June.</li></ul></div>
      <div class="share-buttons"><a href="#fb">Share on Facebook</a><a href="#x">Tweet</a></div></article>${related}</main>`,
    ),
    holds: ['The light is back', 'eleven years', 'brass fittings', '1.2 million crowns', 'What comes next', 'fog horn'],
    lacks: [...chrome, 'The ferry that never left', 'Share on Facebook'],
  },
  {
    kind: 'product',
    html: page(
      'Storm lantern',
      '<meta property="og:type" content="product"><script type="application/ld+json">{"@type":"Product","name":"Storm lantern"}</script>',
      `<main><div class="breadcrumbs"><a href="/">Home</a> / <a href="/shop">Shop</a></div>
      <div class="product"><div class="product-gallery"><img src="/lantern.jpg" alt="Storm lantern"></div>
      <div class="product-info"><h1 class="product-title">Storm lantern</h1><p class="price">$48.00</p>
      <div class="product-description"><h2>Description</h2>
      <p>The lantern of our grandparents, made of brass again. The tank holds half a litre of paraffin, enough for twenty hours, and the wick can be trimmed from outside without opening the glass.</p>
      <p>It hangs or stands, it does not mind the wind, and every part of it can be replaced. The glass is hardened, so that drops of rain do not crack it when it is hot.</p></div>
      <table class="specifications"><tr><th>Height</th><td>31 cm</td></tr><tr><th>Weight</th><td>1.4 kg</td></tr><tr><th>Material</th><td>Brass, hardened glass</td></tr></table>
      </div></div>
      <section class="recommendations"><h2>You may also like</h2><ul>${products
        .slice(1)
        .map(([name, price]) => `<li class="card"><a href="/p">${name}</a><span>${price}</span></li>`)
        .join('')}</ul></section></main>`,
    ),
    holds: ['Storm lantern', '$48.00', 'half a litre of paraffin', 'does not mind the wind', '31 cm', 'hardened glass'],
    lacks: [...chrome, 'Signal horn'],
  },
  {
    kind: 'documentation',
    html: page(
      'Configure the pump',
      '',
      `<div class="docs-layout"><nav class="sidebar toc"><ul><li><a href="/docs/start">Getting started</a></li><li><a href="/docs/valves">Valves</a></li><li><a href="/docs/alarms">Alarms</a></li></ul></nav>
      <main class="docs-content"><h1>Configure the pump</h1>
      <p>The bilge pump reads its settings from <code>pump.toml</code> when it starts, and again when it gets a HUP signal. Settings that are not in the file keep their default values.</p>
      <pre><code class="language-toml">[pump]\nlevel_cm = 12\nretries = 3</code></pre>
      <h2>Options</h2><table><thead><tr><th>Name</th><th>Default</th><th>Meaning</th></tr></thead><tbody>
      <tr><td>level_cm</td><td>10</td><td>Height of the water at which the pump starts.</td></tr>
      <tr><td>retries</td><td>5</td><td>How often a blocked pump is started again.</td></tr></tbody></table>
      <h2>Troubleshooting</h2><p>If the pump does not start, look at the fuse first. A blown fuse is reported in the log as error 17, and the alarm sounds until the fuse has been replaced.</p></main></div>`,
    ),
    holds: ['Configure the pump', 'HUP signal', 'level_cm = 12', 'blocked pump', 'error 17'],
    lacks: [...chrome, 'Getting started'],
  },
  {
    kind: 'forum',
    html: page(
      'Outboard stalls in reverse',
      '<link rel="canonical" href="/forum/thread/77">',
      `<div id="content"><h1 class="thread-title">Outboard stalls in reverse</h1><div class="posts">${posts
        .map(
          (
            text,
            index,
          ) => `<div class="post" id="post-${index}"><div class="post-author"><a href="/u/${index}">sailor${index}</a><span>Posts: 41${index}</span></div>
        <div class="post-body"><p>${text}</p></div><div class="post-actions"><a href="#">Reply</a><a href="#">Report</a></div></div>`,
        )
        .join('')}</div></div>`,
    ),
    holds: posts.map((text) => text.slice(0, 40)),
    lacks: chrome,
  },
  {
    kind: 'listing',
    html: page(
      'Jobs in the harbour',
      '<link rel="canonical" href="/jobs">',
      `<main><h1>Jobs in the harbour</h1><p>All open positions of the port authority and its partners. New positions are published on Mondays.</p>
      <ul class="job-list">${['Crane operator', 'Harbour pilot', 'Electrician', 'Accountant', 'Diver']
        .map(
          (job, index) => `<li class="job"><h3><a href="/jobs/${index}">${job}</a></h3>
        <p>We are looking for a ${job.toLowerCase()} with three years of experience, for ${30 + index} hours a week, from ${index + 1} March.</p></li>`,
        )
        .join('')}</ul></main>`,
    ),
    holds: ['Jobs in the harbour', 'Crane operator', 'Harbour pilot', 'for 34 hours a week'],
    lacks: chrome,
  },
  {
    kind: 'collection',
    html: page(
      'On deck',
      '<link rel="canonical" href="/collections/deck">',
      `<main><h1>On deck</h1><p>Everything that has its place outside, tested by us over a whole season.</p><div class="grid product-grid">${products
        .map(
          ([name, price, text]) => `<div class="product-card"><a href="/p"><img src="/i.jpg" alt=""><h3>${name}</h3></a>
        <p>${text}</p><span class="price">${price}</span><button>Add to cart</button></div>`,
        )
        .join('')}</div></main>`,
    ),
    holds: ['On deck', '$48.00', '$72.50', '$19.90', 'Storm lantern, brass', 'Folding anchor', 'heard at a distance'],
    lacks: chrome,
  },
  {
    kind: 'service',
    html: page(
      'Winter storage',
      '',
      `<section class="hero"><h1>Winter storage for your boat</h1><p>Dry, heated and guarded, ten minutes from the slip. We lift your boat, clean it and put it under a roof before the first frost.</p></section>
      <section class="features"><h2>What is included</h2><div class="feature"><h3>Lifting and cleaning</h3><p>We lift boats of up to twelve tons and clean the hull with water alone, without chemicals.</p></div>
      <div class="feature"><h3>Engine care</h3><p>Oil, filters and antifreeze are changed by mechanics who know your engine, and you get a report with pictures.</p></div>
      <div class="feature"><h3>Insurance</h3><p>From the moment we lift it until it floats again, your boat is insured against fire, theft and storm.</p></div></section>
      <section class="faq"><h2>Questions</h2><details><summary>When can I bring my boat?</summary><p>From the first of September until the end of November, on every working day.</p></details></section>`,
    ),
    holds: [
      'Winter storage for your boat',
      'Lifting and cleaning',
      'antifreeze',
      'theft and storm',
      'first of September',
    ],
    lacks: chrome,
  },
];

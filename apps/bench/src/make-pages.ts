import type { Page } from './read-pages';

/** Seeded, so that figures of different machines are comparable. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const SYLLABLES = 'ka ro mi ten sal vor li an der qui pho ster ing el ba tu no res com pla'.split(' ');

/** Writes parts of pages: meaningless text with realistic markup. */
class PageWriter {
  constructor(private readonly random: () => number) {}

  times(least: number, most: number, write: (index: number) => string): string {
    const count = least + Math.floor(this.random() * (most - least + 1));
    return Array.from({ length: count }, (_, index) => write(index)).join('\n');
  }

  word(): string {
    return this.join(1, 4, () => SYLLABLES[Math.floor(this.random() * SYLLABLES.length)] ?? 'a', '');
  }

  words(least: number, most: number): string {
    return this.join(least, most, () => this.word(), ' ');
  }

  sentence(): string {
    const text = this.words(5, 24);
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}${this.random() < 0.1 ? ' &amp; more' : ''}.`;
  }

  link(): string {
    const path = `/${this.word()}/${this.word()}-${this.word()}${this.random() < 0.3 ? `?ref=${this.word()}` : ''}`;
    return `<a class="${this.classes()}" href="${path}" data-track="${this.word()}">${this.words(1, 5)}</a>`;
  }

  paragraph(): string {
    const text = this.join(2, 7, () => this.phrase(), ' ');
    return `<p class="${this.classes()}">${text}</p>`;
  }

  image(): string {
    const file = `/media/${this.word()}-${this.word()}`;
    const set = [320, 640, 1280].map((width) => `${file}-${width}.jpg ${width}w`).join(', ');
    return `<figure class="${this.classes()}"><img loading="lazy" src="${file}.jpg" srcset="${set}" alt="${this.words(2, 6)}"><figcaption>${this.sentence()}</figcaption></figure>`;
  }

  list(): string {
    return `<ul>${this.times(3, 9, () => `<li>${this.phrase()}</li>`)}</ul>`;
  }

  code(): string {
    const lines = this.times(3, 20, () => `<span class="k">const</span> ${this.word()} = ${this.word()}();`);
    return `<div class="highlight"><pre><code class="language-ts">${lines}</code></pre></div>`;
  }

  table(): string {
    const cells = (tag: string) => Array.from({ length: 4 }, () => `<${tag}>${this.words(1, 4)}</${tag}>`).join('');
    return `<table class="${this.classes()}"><thead><tr>${cells('th')}</tr></thead><tbody>${this.times(3, 15, () => `<tr>${cells('td')}</tr>`)}</tbody></table>`;
  }

  card(): string {
    return `<div class="card ${this.classes()}"><div class="${this.classes()}">${this.image()}</div><h3>${this.link()}</h3><p>${this.sentence()}</p><span class="price">${(this.random() * 100).toFixed(2)} €</span><button type="button" class="${this.classes()}">${this.word()}</button></div>`;
  }

  menu(least: number, most: number): string {
    return `<ul class="menu ${this.classes()}">${this.times(least, most, () => `<li class="menu-item ${this.classes()}">${this.link()}</li>`)}</ul>`;
  }

  /** Invisible content. */
  ballast(): string {
    const script = this.times(20, 200, () => `window.${this.word()}={"${this.word()}":"${this.words(1, 8)}"};`);
    const style = this.times(20, 150, () => `.${this.word()}{margin:0 ${Math.floor(this.random() * 40)}px;color:#333}`);
    return `<style>${style}</style><script>${script}</script>`;
  }

  icon(): string {
    const path = this.join(10, 40, () => `L${(this.random() * 24).toFixed(2)} ${(this.random() * 24).toFixed(2)}`, '');
    return `<svg class="icon" viewBox="0 0 24 24"><path d="M0 0${path}z"/></svg>`;
  }

  page(content: string): string {
    const title = this.words(3, 9);
    const meta = this.times(8, 30, () => `<meta property="og:${this.word()}" content="${this.sentence()}">`);
    const linked = JSON.stringify({ '@type': 'WebPage', name: title, description: this.sentence() });
    const head = `<meta charset="utf-8"><title>${title}</title><meta name="description" content="${this.sentence()}">${meta}<link rel="icon" href="/favicon.ico"><script type="application/ld+json">${linked}</script>${this.ballast()}`;
    const header = `<header class="site-header ${this.classes()}">${this.icon()}<nav>${this.times(2, 6, () => this.menu(4, 25))}</nav></header>`;
    const aside = `<aside class="sidebar"><h4>${this.words(1, 3)}</h4>${this.menu(5, 20)}${this.times(0, 4, () => this.card())}</aside>`;
    const footer = `<footer class="${this.classes()}">${this.times(2, 5, () => this.menu(5, 12))}${this.times(3, 8, () => this.icon())}<p>${this.sentence()}</p></footer>`;
    return `<!DOCTYPE html>\n<html lang="en"><head>${head}</head>\n<body class="${this.classes()}">${header}\n<div class="layout"><main id="content"><h1>${title}</h1>\n${content}</main>\n${aside}</div>\n${footer}${this.ballast()}</body></html>`;
  }

  private phrase(): string {
    const kind = this.random();
    if (kind < 0.12) return `${this.link()} ${this.sentence()}`;
    if (kind < 0.2) return `<strong>${this.words(1, 4)}</strong> ${this.sentence()}`;
    return this.sentence();
  }

  private classes(): string {
    return this.join(1, 6, () => `${this.word()}-${this.word()}`, ' ');
  }

  private join(least: number, most: number, write: () => string, glue: string): string {
    const count = least + Math.floor(this.random() * (most - least + 1));
    return Array.from({ length: count }, write).join(glue);
  }
}

const KINDS: [name: string, write: (page: PageWriter) => string][] = [
  ['article', (page) => page.times(10, 60, (index) => (index % 9 === 4 ? page.image() : page.paragraph()))],
  [
    'documentation',
    (page) =>
      page.times(
        4,
        20,
        () => `<h2>${page.words(2, 6)}</h2>${page.paragraph()}${page.list()}${page.code()}${page.table()}`,
      ),
  ],
  ['listing', (page) => `<div class="grid">${page.times(20, 90, () => page.card())}</div>`],
  [
    'product',
    (page) =>
      `${page.times(2, 8, () => page.image())}${page.paragraph()}${page.table()}${page.list()}${page.times(2, 12, () => page.card())}`,
  ],
  [
    'forum',
    (page) =>
      page.times(
        5,
        50,
        () =>
          `<article class="post"><h4>${page.link()}</h4><div>${page.times(1, 5, () => page.paragraph())}</div>${page.icon()}</article>`,
      ),
  ],
  [
    'service',
    (page) =>
      page.times(4, 14, () => `<section><h2>${page.words(2, 6)}</h2>${page.paragraph()}${page.list()}</section>`),
  ],
];

/** `count` generated pages of six kinds in turn, 20 to 300 KB each, mostly markup. */
export function makePages(count: number): Page[] {
  return Array.from({ length: count }, (_, index) => {
    const [kind, write] = KINDS[index % KINDS.length] ?? ['none', () => ''];
    const writer = new PageWriter(createRandom(index + 1));
    return { name: `${kind}-${index}`, body: Buffer.from(writer.page(write(writer))) };
  });
}

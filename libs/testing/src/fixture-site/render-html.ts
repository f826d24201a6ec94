import type { HtmlAnswer } from './page-answer';

export function renderHtml(page: HtmlAnswer): string {
  const head = [
    '<meta charset="utf-8">',
    `<title>${page.title}</title>`,
    `<meta name="description" content="About ${page.title}">`,
    `<meta property="og:title" content="${page.title} shared">`,
    page.base === undefined ? '' : `<base href="${page.base}">`,
    page.head ?? '',
  ].join('\n');
  return `<!doctype html>\n<html lang="en">\n<head>\n${head}\n</head>\n<body>\n${renderBody(page)}\n</body>\n</html>\n`;
}

function renderBody(page: HtmlAnswer): string {
  if (page.bare === true) return page.markup ?? '';
  const links = page.links.map((href) => `<li><a href="${escapeAttribute(href)}">to ${href}</a></li>`).join('\n');
  return [
    '<header>Fixture header</header>',
    '<main>',
    `<h1>${page.title}</h1>`,
    `<p>${page.text}</p>`,
    `<ul>\n${links}\n</ul>`,
    page.markup ?? '',
    '</main>',
    '<footer>Fixture footer</footer>',
  ].join('\n');
}

const escapeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

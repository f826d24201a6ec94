import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { useMemo } from 'preact/hooks';

/** Longer texts are shown as source only. */
const MAX_CHARS = 1_000_000;

/** Images become links, because the console sends no requests to other hosts. */
const marked = new Marked({
  async: false,
  gfm: true,
  renderer: {
    image({ href, text }) {
      const link = document.createElement('a');
      link.setAttribute('href', href);
      link.textContent = `[image${text === '' ? '' : `: ${text}`}]`;
      return link.outerHTML;
    },
  },
});

const purify = DOMPurify(window);
purify.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return;
  element.setAttribute('target', '_blank');
  element.setAttribute('rel', 'noopener noreferrer nofollow');
});

/** Elements of text only. The markdown comes from scraped pages. */
const ALLOWED = {
  ALLOWED_TAGS: [
    ...['a', 'b', 'blockquote', 'br', 'caption', 'code', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'h1', 'h2', 'h3'],
    ...['h4', 'h5', 'h6', 'hr', 'i', 'ins', 'kbd', 'li', 'mark', 'ol', 'p', 'pre', 's', 'span', 'strong', 'sub', 'sup'],
    ...['table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'ul'],
  ],
  ALLOWED_ATTR: ['href', 'colspan', 'rowspan', 'start', 'align'],
  ALLOWED_URI_REGEXP: /^https?:/i,
  RETURN_TRUSTED_TYPE: true,
};

export function RenderedMarkdown({ text }: { text: string }) {
  const html = useMemo(
    () => (text.length > MAX_CHARS ? undefined : purify.sanitize(marked.parse(text) as string, ALLOWED)),
    [text],
  );
  if (html === undefined) return <p class="notice">The document is too long to render. See its source.</p>;
  return <div class="markdown" dangerouslySetInnerHTML={{ __html: html as unknown as string }} />;
}

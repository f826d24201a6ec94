import { parseHtml } from '../tree/parse-html';
import { serializeChildren } from '../tree/serialize-html';
import { openFrames } from './frames';

function open(source: string) {
  const page = parseHtml(source);
  openFrames(page);
  return { html: serializeChildren(page.body), page };
}

describe('openFrames', () => {
  it.each([
    ['by itself', '<iframe src=/f title=t></iframe>', '<div src="/f" title="t" data-original-tag="iframe"></div>'],
    [
      'with the document that lies in it',
      '<iframe srcdoc="<title>t</title><body><p>a &amp;amp; b</p><script>x</script>"></iframe>c',
      '<div data-original-tag="iframe"><p>a &amp; b</p></div>c',
    ],
    [
      'with the document that is its address',
      '<iframe src="data:text/html;charset=utf-8,%3Ca href=/x%3E100%%3C/a>"></iframe>',
      '<div src="data:text/html;charset=utf-8,%3Ca href=/x%3E100%%3C/a>" data-original-tag="iframe">%3Ca href=/x%3E100%%3C/a&gt;</div>',
    ],
    [
      'with one in base64',
      `<iframe src="data:text/html;base64,${Buffer.from('<b>ä</b>').toString('base64')}"></iframe>`,
      `<div src="data:text/html;base64,${Buffer.from('<b>ä</b>').toString('base64')}" data-original-tag="iframe"><b>ä</b></div>`,
    ],
    [
      'with frames in it',
      '<iframe srcdoc="<iframe srcdoc=x></iframe>"></iframe>',
      '<div data-original-tag="iframe"><div data-original-tag="iframe">x</div></div>',
    ],
    [
      'without what would say that it is none',
      '<iframe data-original-tag=p></iframe>',
      '<div data-original-tag="iframe"></div>',
    ],
  ])('replaces a frame by a div %s', (_title, source, expected) => {
    expect(open(source).html).toBe(expected);
  });

  it('limits the number and depth of frames and their nodes', () => {
    const framed = '<iframe srcdoc="<p>x</p>"></iframe>';
    expect(open(framed.repeat(100)).html.match(/<p>/g)).toHaveLength(40);
    let nested = 'deep';
    for (let depth = 0; depth < 8; depth++) {
      nested = `<iframe srcdoc="${nested.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;
    }
    expect(open(nested).html).toBe(`${'<div data-original-tag="iframe">'.repeat(5)}${'</div>'.repeat(5)}`);
    const large = open(`<iframe srcdoc="${'<p>x'.repeat(100_000)}"></iframe>`.repeat(4)).page;
    expect(large.truncated).toBe(true);
    expect(large.nodesLeft).toBe(0);
  });
});

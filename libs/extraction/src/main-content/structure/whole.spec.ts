import { changes } from '../../../test/complete-choice';
import { keepWhole } from './whole';

const kept = (html: string): string[] => changes(html, keepWhole);

describe('keepWhole', () => {
  it.each([
    ['the rest of a mostly kept table', '<table><tr><th>a<th>b<tr><td>+c d e<td>+f g h</table>', ['a', 'b']],
    ['nothing of a table with few kept words', '<table><tr><td>a b c d<td>+e</table>', []],
    [
      'a table among kept text',
      '<div><p>+w</p><p>+x</p><figure><table><tr><td>a<td>b</table></figure><p>+y</p></div>',
      ['a', 'b'],
    ],
    [
      'no table of links among kept text',
      '<div><p>+w</p><p>+x</p><table><tr><td><a href=x>новости</a><tr><td><a href=x>ещё</a></table><p>+y</p></div>',
      [],
    ],
    ['a table with header cells below kept text', '<div><p>+w</p><table><tr><th>a<td>b</table></div>', ['a', 'b']],
    ['no table without header cells below kept text', '<div><p>+w</p><table><tr><td>a<td>b</table></div>', []],
    ['no layout around a table', '<table><tr><td>a<td><table><tr><td>+b c d</table></table>', []],
    ['no layout of long cells', `<table><tr><td>a<td>+${' b'.repeat(61)}</table>`, []],
    [
      'a command between kept paragraphs',
      '<p>+Make a site of your own</p><pre>npx make</pre><button>Copy</button><p>+and start it</p>',
      ['npx make'],
    ],
    [
      'a command that a sentence announces',
      '<p>+Start it by this command:</p><pre>npx start</pre><p>Next page</p>',
      ['npx start'],
    ],
    [
      'the rest of a code block whose lines are elements',
      '<pre><div>+let a = 1 + 2 + 3;</div><div>let b = 2;</div></pre>',
      ['let b = 2;'],
    ],
    ['no code below other text', '<p>What others read today now</p><pre>npx make</pre><p>+and start it</p>', []],
    [
      'code blocks below their tabs',
      `<p>+Make a site</p><ul>${'<li><a role=tab>npm</a>'.repeat(6)}</ul><pre>npx make</pre><pre>yarn make</pre><p>+and start it</p>`,
      ['npx make', 'yarn make'],
    ],
    [
      'the file name and the caption of a code block',
      '<p>+Make a site</p><figure><div>main.rs</div><pre>fn main</pre><button>Copy</button><figcaption>Listing 1: A program</figcaption></figure><p>+and start it</p>',
      ['main.rs', 'fn main', 'Listing 1: A program'],
    ],
    [
      'no code block without kept text below it',
      '<p>+Make a site of your own</p><pre>npx make</pre><p>What others read today now</p>',
      [],
    ],
  ])('keeps %s', (_, html, texts) => {
    expect(kept(html)).toEqual(texts);
  });
});

import { parseHtml } from '../../tree/parse-html';
import { toMarkdown } from './to-markdown';

const convert = (body: string) => toMarkdown(parseHtml(`<p>${body}</p>`).root);

describe('separateFromText', () => {
  it.each([
    ['<span class=sr-only>Number of reviews:</span>196', 'Number of reviews: 196'],
    ['<span class=sr-only>Sale price</span>$699.98', 'Sale price $699.98'],
    ['<span class=sr-only>Share on</span>Facebook', 'Share on Facebook'],
    ['23<span class=sr-only>questions</span>', '23 questions'],
    ['Image 1<span class=sr-only>of</span>3', 'Image 1 of 3'],
    ['See details<span class=clipped>for shipping</span>', 'See details for shipping'],
    ['Find a store<span class=a11y>Visit a shop</span>', 'Find a store Visit a shop'],
    ['Developed By:<span>Mega Crit</span>', 'Developed By: Mega Crit'],
    ['<span class=descriptor>Title:</span>A paper', 'Title: A paper'],
    ['<cite>ada l. wrote:</cite>with fish', 'ada l. wrote: with fish'],
    ['<strong>Compatibility:</strong>Most boards', '**Compatibility:** Most boards'],
    ['<strong>Is it licensed there?</strong>The policies vary', '**Is it licensed there?** The policies vary'],
    ['It opens new doors.<span>Need to hire people?</span>', 'It opens new doors. Need to hire people?'],
    ['Project Management<span class=Flag-module_flag>New</span>', 'Project Management New'],
    ['Show more<span class=sr-only>Reviews</span>', 'Show more Reviews'],
  ])('inserts a space: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });

  it.each([
    ['1 comment<span class=sr-only>s</span>', '1 comments'],
    ['Jan<span class=sr-only>uary</span> 5 min<span class=sr-only>utes</span>', 'January 5 minutes'],
    ['the 2<span class=sr-only>nd</span> one', 'the 2nd one'],
    ['$5<span class=sr-only>.</span>99', '$5.99'],
    ['Java<span class=hl>Script</span>', 'JavaScript'],
    ['You<span class=logo-text>Tube</span>', 'YouTube'],
    ['CO<span class=formula>2</span>', 'CO2'],
    ['localhost:<b>8080</b>', 'localhost:**8080**'],
    ['<b>http:</b>//example.org', '**http:**//example.org'],
    ['<span>10:</span>30 and 10:<span>45</span>', '10:30 and 10:45'],
    ['java.util.<span>List of all things</span>', 'java.util.List of all things'],
    ['see foaf:<span>Person</span>', 'see foaf:Person'],
    ['<span class=cap>T</span>he end', 'The end'],
    ['<span class="letter block">T</span>he end', 'The end'],
    ['<span class="pagenum"></span>mid<span class=pagenum></span>dle', 'middle'],
    ['<b>7</b>Up, <b>3</b>D', '**7**Up, **3**D'],
    ['Mon<span class="hidden md:block">day</span>', 'Monday'],
    ['Mc<span class="hidden md:block">Donald</span>', 'McDonald'],
    ['Jan<span class="d-none d-md-flex">uary</span> 5', 'January 5'],
    ['un<strong class="px-1">believ</strong>able', 'un**believ**able'],
    ['utf<span class=note>8</span>', 'utf8'],
    ['the 3<span class=count>rd</span> and x86<span class=note>emulator</span>', 'the 3rd and x86emulator'],
    [
      'iPhone<b>16</b>, <b>Go to You</b>Tube, see Java<b>Script for all</b>',
      'iPhone**16**, **Go to You**Tube, see Java**Script for all**',
    ],
    ['new Mac<span>Book Pro</span>', 'new MacBook Pro'],
    ['Watch You<span>Tube Premium</span>', 'Watch YouTube Premium'],
    ['see Git<b>Hub Enterprise</b>', 'see Git**Hub Enterprise**'],
    ['to set<span>State With</span>', 'to setState With'],
    ['<b>watch it on You</b>Tube Premium', '**watch it on You**Tube Premium'],
    ['<b>of Soundlab</b>Mixer Two', '**of Soundlab**Mixer Two'],
    ['H<sub>2</sub>O', 'H<sub>2</sub>O'],
    ['<code>new Big<b>Decimal of</b></code>', '`new BigDecimal of`'],
    ['Text in utf<span class=note>8</span>', 'Text in utf8'],
    ['Win<span class=flag>32</span>', 'Win32'],
    ['base<b class=count>64</b>', 'base**64**'],
    ['disciplin<span style="font-weight: normal">e, creating systems</span>', 'discipline, creating systems'],
    ['<code>std:<span class="hl ml-2">vector of</span></code>', '`std:vector of`'],
  ])('keeps a word together: %s', (html, markdown) => {
    expect(convert(html)).toBe(markdown);
  });
});

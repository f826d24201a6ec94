/**
 * Where elements end, as the HTML standard has it ("tree construction"). The tokeniser goes by names alone: an end tag
 * closes the innermost element of its name, with all that is open inside, however far out that is.
 */
const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const HEADINGS = names('h1 h2 h3 h4 h5 h6');
export const FORMATTING = names('a abbr b big cite code em font i label s small span strike strong sub sup tt u');

/** End tags do not reach out of these. */
const SCOPE = 'applet caption marquee object table td th #template';
const IN_SCOPE = names(SCOPE);
const IN_ITEM_SCOPE = names(`${SCOPE} ol ul`);
const IN_BUTTON_SCOPE = names(`${SCOPE} button`);
const IN_TABLE_SCOPE = names('table #template');

/** Those that end tags of elements with no rules of their own (`</span>`, `</b>`) do not reach past. */
const SPECIAL = names(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ' +
    'ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot ' +
    'th thead title tr track ul wbr xmp #template',
);
/** Past these the next item ends the one before: `<li><p>a<li>b`. */
const LEFT_OPEN_IN_ITEMS = names('address div p');
const AROUND_ITEMS: ReadonlySet<string> = new Set([...SPECIAL].filter((name) => !LEFT_OPEN_IN_ITEMS.has(name)));

/** Elements that end others by their start, and what has to lie between for these to stay open. */
export const IMPLIED_ENDS: ReadonlyMap<string, { ends: ReadonlySet<string>; within: ReadonlySet<string> }> = new Map([
  ['li', { ends: names('li'), within: AROUND_ITEMS }],
  ['dd', { ends: names('dd dt'), within: AROUND_ITEMS }],
  ['dt', { ends: names('dd dt'), within: AROUND_ITEMS }],
  ['td', { ends: names('td th'), within: names('table tr tbody thead tfoot #template') }],
  ['th', { ends: names('td th'), within: names('table tr tbody thead tfoot #template') }],
  ['tr', { ends: names('tr'), within: names('table tbody thead tfoot #template') }],
]);

/** Whose end tags the tokeniser treats well enough: what a drawing holds is none of ours. */
const LEFT_ALONE = names('br head math svg template');

const BOUNDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', IN_ITEM_SCOPE],
  ['p', IN_BUTTON_SCOPE],
  ...['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((name): [string, ReadonlySet<string>] => [
    name,
    IN_TABLE_SCOPE,
  ]),
]);

/** What an end tag of that name does not reach past; undefined where the tokeniser is to decide. */
export function boundsOf(name: string): ReadonlySet<string> | undefined {
  if (LEFT_ALONE.has(name)) return undefined;
  return BOUNDS.get(name) ?? (SPECIAL.has(name) ? IN_SCOPE : SPECIAL);
}

/** The same for what may end formatting that blocks began in: `<b><div></b>`. */
export const FORMATTING_BOUNDS = IN_SCOPE;

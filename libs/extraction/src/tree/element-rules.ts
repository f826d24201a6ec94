/** Effects of start and end tags on the open elements (HTML standard, "tree construction"). */
export interface ElementRules {
  /** Has no content and no end tag. */
  isVoid: boolean;
  /** SVG or MathML, where `/>` closes elements. */
  isForeign: boolean;
  /** Contains HTML within SVG or MathML. */
  isIntegrationPoint: boolean;
  /** Its start tag closes open SVG and MathML. */
  leadsOutOfDrawings: boolean;
  /** Is allowed in the head. */
  isOfHead: boolean;
  isHeading: boolean;
  isFormatting: boolean;
  /** Contains raw text without entities. */
  isRawText: boolean;
  /** Its start tag closes these, repeatedly, if they are innermost. */
  endsInnermost: ReadonlySet<string> | undefined;
  /** Its start tag closes the innermost of `ends` unless one of `within` is further in. */
  endsAround: { ends: ReadonlySet<string>; within: ReadonlySet<string> } | undefined;
  /** Elements at which the search for the element to close stops; undefined: unlimited. */
  bounds: ReadonlySet<string> | undefined;
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

const VOID = names(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr',
);
const FOREIGN = names('math svg');
const INTEGRATION_POINTS = names('mi mo mn ms mtext annotation-xml foreignobject desc title');
const OUT_OF_DRAWINGS = names(
  'b big blockquote body br center code dd div dl dt em embed h1 h2 h3 h4 h5 h6 head hr i img li listing menu meta nobr ' +
    'ol p pre ruby s small span strike strong sub sup table tt u ul var',
);
const OF_HEAD = names('base basefont bgsound link meta noframes noscript script style template title');
const RAW_TEXT = names('script style xmp');
const HEADINGS = names('h1 h2 h3 h4 h5 h6');
const FORMATTING = names('a abbr b big cite code em font i label s small span strike strong sub sup tt u');

const PARAGRAPH = names('p');
const ENDING_PARAGRAPHS = names(
  'address article aside blockquote center details dialog dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 ' +
    'h5 h6 header hgroup hr listing main menu nav ol p pre search section summary table ul',
);
const CHOICES = names('optgroup option');
const OF_SELECT = names('optgroup option select');
const TERMS = names('dd dt');
const SECTIONS_OF_TABLES = names('tbody thead');
const RUBY = names('rp rt rtc');
const ENDS_INNERMOST: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ...[...ENDING_PARAGRAPHS].map((name): [string, ReadonlySet<string>] => [name, PARAGRAPH]),
  ['button', names('button')],
  ['input', OF_SELECT],
  ['select', OF_SELECT],
  ['textarea', OF_SELECT],
  ['body', names('head link script')],
  ['dd', TERMS],
  ['dt', TERMS],
  ['li', names('li')],
  ['optgroup', CHOICES],
  ['option', names('option')],
  ['rp', RUBY],
  ['rt', RUBY],
  ['tbody', SECTIONS_OF_TABLES],
  ['td', names('td th')],
  ['tfoot', SECTIONS_OF_TABLES],
  ['th', names('td th')],
  ['tr', names('td th tr')],
]);

/** Scope of end tags. */
const SCOPE = 'applet caption marquee object table td th #template #shadow';
const IN_SCOPE = names(SCOPE);
const IN_ITEM_SCOPE = names(`${SCOPE} ol ul`);
const IN_BUTTON_SCOPE = names(`${SCOPE} button`);
const IN_TABLE_SCOPE = names('table #template #shadow');

/** Scope of end tags without rules of their own: `</span>`, `</b>`. */
const SPECIAL = names(
  'address applet area article aside base basefont bgsound blockquote body br button caption center col colgroup dd ' +
    'details dir div dl dt embed fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header ' +
    'hgroup hr html iframe img input keygen li link listing main marquee menu meta nav noembed noframes noscript object ' +
    'ol p param plaintext pre script search section select source style summary table tbody td template textarea tfoot ' +
    'th thead title tr track ul wbr xmp #template #shadow',
);
/** The next item closes these: `<li><p>a<li>b`. */
const LEFT_OPEN_IN_ITEMS = names('address div p');
const AROUND_ITEMS: ReadonlySet<string> = new Set([...SPECIAL].filter((name) => !LEFT_OPEN_IN_ITEMS.has(name)));

const ENDS_AROUND: ReadonlyMap<string, ElementRules['endsAround']> = new Map([
  ['li', { ends: names('li'), within: AROUND_ITEMS }],
  ['dd', { ends: TERMS, within: AROUND_ITEMS }],
  ['dt', { ends: TERMS, within: AROUND_ITEMS }],
  ['td', { ends: names('td th'), within: names('table tr tbody thead tfoot #template #shadow') }],
  ['th', { ends: names('td th'), within: names('table tr tbody thead tfoot #template #shadow') }],
  ['tr', { ends: names('tr'), within: names('table tbody thead tfoot #template #shadow') }],
]);

/** Their end tags close the innermost element of the name. */
const UNBOUNDED = names('br head math svg template');

const BOUNDS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['li', IN_ITEM_SCOPE],
  ['p', IN_BUTTON_SCOPE],
  ...['caption', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'].map((name): [string, ReadonlySet<string>] => [
    name,
    IN_TABLE_SCOPE,
  ]),
]);

/** Scope of end tags of formatting around open blocks: `<b><div></b>`. */
export const FORMATTING_BOUNDS = IN_SCOPE;

function boundsOf(name: string): ReadonlySet<string> | undefined {
  if (UNBOUNDED.has(name)) return undefined;
  return BOUNDS.get(name) ?? (SPECIAL.has(name) ? IN_SCOPE : SPECIAL);
}

function makeRules(name: string): ElementRules {
  return {
    isVoid: VOID.has(name),
    isForeign: FOREIGN.has(name),
    isIntegrationPoint: INTEGRATION_POINTS.has(name),
    leadsOutOfDrawings: OUT_OF_DRAWINGS.has(name),
    isOfHead: OF_HEAD.has(name),
    isHeading: HEADINGS.has(name),
    isFormatting: FORMATTING.has(name),
    isRawText: RAW_TEXT.has(name),
    endsInnermost: ENDS_INNERMOST.get(name),
    endsAround: ENDS_AROUND.get(name),
    bounds: boundsOf(name),
  };
}

const OTHER = makeRules('');
/** One lookup for each tag instead of one for each set. */
const RULES: ReadonlyMap<string, ElementRules> = new Map(
  [
    VOID,
    FOREIGN,
    INTEGRATION_POINTS,
    OUT_OF_DRAWINGS,
    OF_HEAD,
    HEADINGS,
    FORMATTING,
    RAW_TEXT,
    ENDS_INNERMOST.keys(),
    SPECIAL,
    UNBOUNDED,
  ]
    .flatMap((list) => [...list])
    .map((name) => [name, makeRules(name)]),
);

export function rulesOf(name: string): ElementRules {
  return RULES.get(name) ?? OTHER;
}

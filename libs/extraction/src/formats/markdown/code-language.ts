import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';

/** Names that stand alone as a class of a listing; anything else there may be about its looks. */
const KNOWN = new Set(
  (
    'abap ada apache apex applescript arduino asciidoc asm assembly awk bash basic bat batch bibtex c c# c++ clike ' +
    'clojure cmake cobol coffeescript console cpp crystal cs csharp css csv cuda cypher d dart delphi diff docker ' +
    'dockerfile dos dot ejs elixir elm erb erlang f# fish fortran fsharp gherkin glsl go golang gradle graphql groovy ' +
    'haml handlebars haskell hcl hlsl html http ini ipython ipython3 java javascript jinja jinja2 jl js json json5 ' +
    'jsonc jsonnet jsx julia kotlin kt latex less lisp lua make makefile markdown markup matlab md mdx mermaid mysql ' +
    'nasm nginx nim nix objc objective-c objectivec ocaml pascal perl pgsql php pl plpgsql postgres postgresql ' +
    'powershell pro prolog properties protobuf proto ps1 psql pug puppet py py3 pycon python python2 python3 qml r ' +
    'racket rb reg regex rest rs rst ruby rust sas sass scala scheme scss sh shell shell-session smalltalk solidity ' +
    'sparql sql stylus svelte svg swift tcl terraform tex text toml ts tsx twig typescript vb vbnet vbscript verilog ' +
    'vhdl vim vue wasm xml xquery yaml yml zig zsh jscript actionscript as3 coldfusion plaintext txt'
  ).split(' '),
);
/** What highlighters write where there is no language to name. */
const NO_LANGUAGE = new Set(
  'none nohighlight no-highlight default auto unknown undefined null block wrapper code other'.split(' '),
);

const DECLARED = /(?:^|\s)(?:language|lang)[-:]\s*([^\s`"'<>]{1,40})/i;
const HIGHLIGHT = /(?:^|\s)highlight-(source|text)-([\w+#.-]{1,40})/i;
const BRUSH = /(?:^|\s)brush:\s*([\w+#.-]{1,40})/i;
const SPHINX = /(?:^|\s)(?:highlight|code)-([\w+#.-]{1,40})/i;
/** `mw-highlight-lang-py`, `code-block--py`, `syntax__py`. */
const COMPOUND =
  /(?:^|\s)[\w-]{0,40}(?:lang|language|code|block|syntax|source|src|snippet|brush|prism)[-_]{1,2}([\w+#.]{2,40})(?=\s|$)/gi;
/** Of editors within a page. */
const SANDPACK = /(?:^|\s)sp-cm(?:\s[\w-]{1,40}){0,4}\ssp-([\w+#]{2,40})(?=\s|$)/i;
/** Ends of such names that say how a box looks. */
const LOOKS = new Set('block text go make diff regex html markup dot less properties shell console batch'.split(' '));
const NAMING_ATTRIBUTES =
  'data-lang data-language data-enlighter-language data-code-language data-code-lang data-prism-lang data-syntax'.split(
    ' ',
  );

/** Elements around a listing that may name its language. */
const MAX_AROUND = 3;
/** Nodes within a listing to look at; the element that names the language is one of the first. */
const MAX_WITHIN = 30;

/** The language of a listing as its page names it; empty where it does not. */
export function languageOf(listing: LightElement): string {
  for (const element of candidates(listing)) {
    const name = nameOn(element, isListing(element));
    if (name !== undefined) return NO_LANGUAGE.has(name.toLowerCase()) ? '' : name;
  }
  let around = listing.parentNode;
  for (let level = 0; around !== null && level < MAX_AROUND; level++) {
    const name = nameOn(around, false);
    if (name !== undefined) return NO_LANGUAGE.has(name.toLowerCase()) ? '' : name;
    around = around.parentNode;
  }
  return '';
}

function candidates(listing: LightElement): LightElement[] {
  const found = [listing];
  let looked = 0;
  for (let node: LightNode | null = listing.firstChild; node !== null && looked++ < MAX_WITHIN; ) {
    if (node.nodeType !== 3 && (isListing(node) || node.parentNode === listing)) found.push(node);
    node = nextNode(node, listing);
  }
  return found;
}

function isListing(element: LightElement): boolean {
  return element.localName === 'pre' || element.localName === 'code';
}

/** `isOwn`: the element is the listing itself, where any name is taken at its word. */
function nameOn(element: LightElement, isOwn: boolean): string | undefined {
  for (const attribute of NAMING_ATTRIBUTES) {
    const name = element.getAttribute(attribute)?.trim();
    if (name && /^[^\s`]{1,40}$/.test(name)) return name;
  }
  const classes = element.getAttribute('class') ?? '';
  const declared = DECLARED.exec(classes)?.[1];
  // Around a listing it may be the language that people speak: `lang-en`.
  if (declared !== undefined && (isOwn || isLanguage(declared))) return declared;
  const brush = BRUSH.exec(classes)?.[1];
  if (brush !== undefined) return brush;
  const highlight = HIGHLIGHT.exec(classes);
  // Grammars of markup are called `text-html-basic`, `text-xml`.
  if (highlight !== null) return highlight[1] === 'text' ? highlight[2]?.split('-')[0] : highlight[2];
  const sphinx = SPHINX.exec(classes)?.[1];
  if (sphinx !== undefined && isLanguage(sphinx)) return sphinx;
  const sandpack = SANDPACK.exec(classes)?.[1];
  if (sandpack !== undefined && isLanguage(sandpack)) return sandpack;
  const compound = compoundName(classes);
  if (compound !== undefined) return compound;
  // Elements made for listings are called `code-block`, `rh-codeblock`.
  const isMadeForCode = /-.{0,20}code|code.{0,20}-/.test(element.localName);
  const given = isMadeForCode ? element.getAttribute('language') : null;
  const spoken = given ?? (isOwn || isMadeForCode ? element.getAttribute('lang') : null);
  if (spoken !== null && spoken.length > 1 && isLanguage(spoken)) return spoken;
  const isMarked = /(?:^|\s)(?:sourceCode|syntaxhighlighter|hljs|highlight|codehilite|src|prettyprint)(?:\s|$)/.test(
    classes,
  );
  return isOwn || isMarked ? classes.split(/\s+/).map(plainName).find(isLanguage) : undefined;
}

function compoundName(classes: string): string | undefined {
  for (const [whole, name = ''] of classes.matchAll(COMPOUND)) {
    const saysLanguage = /lang(?:uage)?[-_]{1,2}[^-_]*$/i.test(whole);
    if (isLanguage(name) && (saysLanguage || !LOOKS.has(name.toLowerCase()))) return name;
  }
  return undefined;
}

/** Org mode writes `src-python`. */
function plainName(name: string): string {
  return name.startsWith('src-') ? name.slice(4) : name;
}

export function isLanguage(name: string): boolean {
  return KNOWN.has(name.toLowerCase());
}

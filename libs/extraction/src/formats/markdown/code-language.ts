import type { LightElement, LightNode } from '../../tree/light-node';
import { nextNode } from '../../tree/walk';

/** Languages that may be a whole class name of a code block. */
const LANGUAGES = new Set(
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
const NO_LANGUAGE = new Set(
  'none nohighlight no-highlight default auto unknown undefined null block wrapper code other'.split(' '),
);
/** `language-js`, `lang-js`; MediaWiki: `mw-highlight-lang-js`. */
const LANGUAGE_CLASS = /(?:^|\s)(?:mw-highlight-)?(?:language|lang)[-:]\s*([^\s`"'<>]{1,40})/i;
/** GitHub: `highlight-source-js`, `highlight-text-html-basic`. */
const GITHUB_CLASS = /(?:^|\s)highlight-(source|text)-([\w+#.-]{1,40})/i;
/** Sphinx: `highlight-python`. */
const SPHINX_CLASS = /(?:^|\s)(?:highlight|code)-([\w+#.-]{1,40})/i;
const HIGHLIGHTER_CLASS = /(?:^|\s)(?:sourceCode|syntaxhighlighter|hljs|highlight|codehilite|src|prettyprint)(?:\s|$)/;
const LANGUAGE_ATTRIBUTES = ['data-lang', 'data-language', 'data-code-language', 'data-enlighter-language'];
/** Ancestors that may name the language. */
const MAX_ANCESTORS = 3;
/** Nodes at the start of a code block that may name it. */
const MAX_NODES = 30;

/** The info string of a code block; empty if the page does not name a language. */
export function languageOf(listing: LightElement): string {
  for (const element of namingElements(listing)) {
    const name = nameOn(element, isListing(element));
    if (name !== undefined) return NO_LANGUAGE.has(name.toLowerCase()) ? '' : name;
  }
  return '';
}

/** The code block, its content, then its ancestors. */
function namingElements(listing: LightElement): LightElement[] {
  const elements = [listing];
  let visited = 0;
  for (let node: LightNode | null = listing.firstChild; node !== null && visited++ < MAX_NODES; ) {
    if (node.nodeType !== 3 && (isListing(node) || node.parentNode === listing)) elements.push(node);
    node = nextNode(node, listing);
  }
  let around = listing.parentNode;
  for (let level = 0; around !== null && level < MAX_ANCESTORS; level++) {
    elements.push(around);
    around = around.parentNode;
  }
  return elements;
}

function isListing(element: LightElement): boolean {
  return element.localName === 'pre' || element.localName === 'code';
}

/** `isOwn`: any declared name counts; elsewhere `lang-en` may be a human language. */
function nameOn(element: LightElement, isOwn: boolean): string | undefined {
  for (const attribute of LANGUAGE_ATTRIBUTES) {
    const name = element.getAttribute(attribute)?.trim();
    if (name && /^[^\s`]{1,40}$/.test(name)) return name;
  }
  const classes = element.getAttribute('class') ?? '';
  const declared = LANGUAGE_CLASS.exec(classes)?.[1];
  if (declared !== undefined && (isOwn || isLanguage(declared))) return declared;
  const [, scope, grammar] = GITHUB_CLASS.exec(classes) ?? [];
  if (grammar !== undefined) return scope === 'text' ? grammar.split('-')[0] : grammar;
  const sphinx = SPHINX_CLASS.exec(classes)?.[1];
  if (sphinx !== undefined && isLanguage(sphinx)) return sphinx;
  const lang = isOwn ? element.getAttribute('lang') : null;
  if (lang !== null && lang.length > 1 && isLanguage(lang)) return lang;
  return isOwn || HIGHLIGHTER_CLASS.test(classes) ? classes.split(/\s+/).find(isLanguage) : undefined;
}

function isLanguage(name: string): boolean {
  return LANGUAGES.has(name.toLowerCase());
}

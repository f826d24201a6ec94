import { estimateTokens } from '../model/model-session';

interface Block {
  text: string;
  tokens: number;
  level?: number;
}

/**
 * Splits into parts of at most `maxTokens`: before headings, then between paragraphs, then between lines. A part within
 * a section repeats its parent headings.
 */
export function splitMarkdown(markdown: string, maxTokens: number): string[] {
  if (estimateTokens(markdown) <= maxTokens) return [markdown];
  const parts: string[] = [];
  let open: Block[] = [];
  let openTokens = 0;
  const path: Block[] = [];
  const close = () => {
    if (open.length > 0) parts.push(open.map(({ text }) => text).join('\n\n'));
    open = [];
    openTokens = 0;
  };
  for (const block of blocksOf(markdown, maxTokens)) {
    if (openTokens > 0 && openTokens + block.tokens > maxTokens) close();
    if (block.level !== undefined) {
      while (path.length > 0 && path.at(-1)!.level! >= block.level) path.pop();
      if (openTokens > maxTokens / 2) close();
    }
    if (open.length === 0) {
      const leading = path.filter(({ tokens }) => tokens <= maxTokens / 20);
      open.push(...leading);
      openTokens = leading.reduce((sum, { tokens }) => sum + tokens, 0);
    }
    open.push(block);
    openTokens += block.tokens;
    if (block.level !== undefined) path.push(block);
  }
  close();
  return parts;
}

function blocksOf(markdown: string, maxTokens: number): Block[] {
  const most = Math.floor(maxTokens * 0.8);
  return paragraphsOf(markdown).flatMap((text) => {
    const level = /^(#{1,6}) [^\n]*$/.exec(text)?.[1]?.length;
    const block = { text, tokens: estimateTokens(text) };
    if (block.tokens > most)
      return piecesOf(text, most).map((piece) => ({ text: piece, tokens: estimateTokens(piece) }));
    return [level === undefined ? block : { ...block, level }];
  });
}

function paragraphsOf(markdown: string): string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  const close = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const line of markdown.split('\n')) {
    const [, mark] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === undefined && line.trim() === '') {
      close();
      continue;
    }
    if (fence === undefined && /^#{1,6} /.test(line)) {
      close();
      paragraphs.push(line);
      continue;
    }
    lines.push(line);
    if (mark === undefined) continue;
    if (fence === undefined) fence = mark;
    else if (mark.startsWith(fence)) fence = undefined;
  }
  close();
  return paragraphs;
}

function piecesOf(text: string, maxTokens: number): string[] {
  const pieces: string[] = [];
  let open = '';
  let openTokens = 0;
  for (const line of text.split('\n').flatMap((line) => cutLine(line, maxTokens))) {
    const tokens = estimateTokens(line) + 1;
    if (open !== '' && openTokens + tokens > maxTokens) {
      pieces.push(open);
      open = '';
      openTokens = 0;
    }
    open = open === '' ? line : `${open}\n${line}`;
    openTokens += tokens;
  }
  if (open !== '') pieces.push(open);
  return pieces;
}

function cutLine(line: string, maxTokens: number): string[] {
  if (estimateTokens(line) <= maxTokens) return [line];
  // A character has at most one token.
  const cuts: string[] = [];
  for (let at = 0; at < line.length; at += maxTokens) cuts.push(line.slice(at, at + maxTokens));
  return cuts;
}

import { unlessAborted } from '@orbweaver/core';
import type { CDPSession, Protocol } from 'puppeteer-core';
import { sessionOf } from '../browser/isolated-world';
import type { ActionStep } from './action-step';
import { PlainValue, toPlainValue } from './to-plain-value';

/**
 * Returns the value of the last expression or of a top-level `return`, and awaits promises. The script runs in the
 * page's own world, because it needs the page's variables and functions.
 */
export const executeJavascript: ActionStep<'executeJavascript'> = async ({ page, output, signal }, { script }) => {
  // Compiling without running requires Puppeteer's own session, which has the page's worlds.
  const session = sessionOf(page.mainFrame());
  const expression = await unlessAborted(signal, formOf(session, script));
  const { type, json, thrown } = await unlessAborted(signal, evaluate(session, expression, output.roomChars()));
  if (thrown !== undefined) throw new Error(thrown.split('\n')[0]);
  if (json === 'too large') throw new Error('the return value exceeds the size limit of all actions (20 MiB)');
  const value: unknown = json === undefined ? undefined : JSON.parse(json.text);
  output.add('javascriptReturns', { type, value }, json?.text.length ?? 0);
};

/** The value is lost when the script navigates the page. */
const LEFT = /Cannot find context|context was destroyed|navigated or closed|Promise was collected/i;

/** Truncates the value or error within the page: DevTools would transfer all of it. */
async function evaluate(session: CDPSession, expression: string, maxChars: number): Promise<PlainValue> {
  const plainly = `async (run, plain, room) => {
    try { return plain.call({ held: await run() }, room); }
    catch (error) { return plain.call({ thrown: { error } }, room); }
  }`;
  try {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression: `(${plainly})(() => ${expression}, ${toPlainValue}, ${maxChars})`,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    throwScriptError(exceptionDetails);
    // The page may have replaced the function that made it.
    const value = PlainValue.safeParse(result.value);
    if (value.success) return value.data;
    throw new Error('the page altered the return value of the script');
  } catch (error) {
    if (LEFT.test(String(error))) return { type: 'undefined' };
    throw error;
  }
}

/** Limits the semicolons that are tried as the start of the last expression. */
const MAX_PLACES = 20;

/** The script as an expression: unchanged, or wrapped so that `await` and `return` are allowed. */
async function formOf(session: CDPSession, script: string): Promise<string> {
  let first: Protocol.Runtime.ExceptionDetails | undefined;
  for (const { source, expression } of forms(script)) {
    const compiled = await session.send('Runtime.compileScript', {
      expression: source,
      sourceURL: '',
      persistScript: false,
    });
    if (compiled.exceptionDetails === undefined) return expression;
    first ??= compiled.exceptionDetails;
  }
  throwScriptError(first);
  return script;
}

/** Candidates, in order; the first one that compiles is used. */
function* forms(script: string): Generator<{ source: string; expression: string }> {
  yield { source: script, expression: `(0, eval)(${JSON.stringify(script)})` };
  const inFunction = (body: string): { source: string; expression: string } => {
    const expression = `(async () => {${body}\n})()`;
    return { source: expression, expression };
  };
  const whole = script.trimEnd().replace(/;+$/, '');
  yield inFunction(`return (${whole}\n)`);
  // Statements, then the last expression: split after the last semicolon that leaves two compilable parts.
  for (let end = whole.lastIndexOf(';'), left = MAX_PLACES; end > 0 && left > 0; left -= 1) {
    yield inFunction(`${whole.slice(0, end + 1)}\nreturn (${whole.slice(end + 1)}\n)`);
    end = whole.lastIndexOf(';', end - 1);
  }
  yield inFunction(script);
}

function throwScriptError(details: Protocol.Runtime.ExceptionDetails | undefined): void {
  if (details === undefined) return;
  const { exception, text } = details;
  const thrown = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  throw new Error(thrown.split('\n')[0]);
}

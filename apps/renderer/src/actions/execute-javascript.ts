import type { CDPSession, Protocol } from 'puppeteer-core';
import { sessionOf } from '../browser/isolated-world';
import { until } from '../until';
import type { ActionStep } from './action-step';
import { PlainValue, toPlainValue } from './to-plain-value';

/**
 * The value of the last expression, or of a `return` at the top; promises are awaited. In the page's own world, since
 * it is the page's variables and functions that the script is about.
 */
export const executeJavascript: ActionStep<'executeJavascript'> = async ({ page, output, signal }, { script }) => {
  // Puppeteer's own session: to compile a script without running it, it must have been told of the page's worlds.
  const session = sessionOf(page.mainFrame());
  const expression = await until(signal, formOf(session, script));
  const { type, json, thrown } = await until(signal, evaluate(session, expression, output.roomChars()));
  if (thrown !== undefined) throw new Error(thrown.split('\n')[0]);
  if (json === 'too large') throw new Error('the value that the script returned is too large');
  const value: unknown = json === undefined ? undefined : JSON.parse(json.text);
  output.add('javascriptReturns', { type, value }, json?.text.length ?? 0);
};

/** A page that the script leaves takes the value with it. */
const LEFT = /Cannot find context|context was destroyed|navigated or closed|Promise was collected/i;

/** What the script gives or throws is cut to size in the page: it would be sent over whole, however large it is. */
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
    throwWhatWasThrown(exceptionDetails);
    // A page may have replaced what it is made with.
    const value = PlainValue.safeParse(result.value);
    if (value.success) return value.data;
    throw new Error('the page has tampered with the value that the script returned');
  } catch (error) {
    if (LEFT.test(String(error))) return { type: 'undefined' };
    throw error;
  }
}

/** Places at which the last expression of a script may begin. */
const MAX_PLACES = 20;

/** As an expression: the script as it stands, or what it takes for `await` and `return` to be allowed in it. */
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
  throwWhatWasThrown(first);
  return script;
}

/** The first that the browser takes for a script is what was meant. */
function* forms(script: string): Generator<{ source: string; expression: string }> {
  yield { source: script, expression: `(0, eval)(${JSON.stringify(script)})` };
  const inFunction = (body: string): { source: string; expression: string } => {
    const expression = `(async () => {${body}\n})()`;
    return { source: expression, expression };
  };
  const whole = script.trimEnd().replace(/;+$/, '');
  yield inFunction(`return (${whole}\n)`);
  // Statements before the last expression: after the last semicolon of which what stands on either side is whole.
  for (let end = whole.lastIndexOf(';'), left = MAX_PLACES; end > 0 && left > 0; left -= 1) {
    yield inFunction(`${whole.slice(0, end + 1)}\nreturn (${whole.slice(end + 1)}\n)`);
    end = whole.lastIndexOf(';', end - 1);
  }
  yield inFunction(script);
}

function throwWhatWasThrown(details: Protocol.Runtime.ExceptionDetails | undefined): void {
  if (details === undefined) return;
  const { exception, text } = details;
  const thrown = exception?.description ?? (exception?.value === undefined ? text : String(exception.value));
  throw new Error(thrown.split('\n')[0]);
}

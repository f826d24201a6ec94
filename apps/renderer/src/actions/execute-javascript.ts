import type { Protocol } from 'puppeteer-core';
import type { ActionScene, ActionStep } from './action-step';

/** The value of the last expression, or of a `return` at the top; promises are awaited. */
export const executeJavascript: ActionStep<'executeJavascript'> = async (scene, { script }) => {
  let answer = await evaluate(scene, script);
  if (isIllegalReturn(answer)) answer = await evaluate(scene, `(async () => {${script}\n})()`);
  const { exceptionDetails, result } = answer;
  if (exceptionDetails !== undefined) {
    throw new Error((exceptionDetails.exception?.description ?? exceptionDetails.text).split('\n')[0]);
  }
  scene.results.javascriptReturns.push({ type: result.type, value: result.value });
};

function evaluate({ session }: ActionScene, expression: string): Promise<Protocol.Runtime.EvaluateResponse> {
  return session.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true, userGesture: true });
}

function isIllegalReturn({ exceptionDetails }: Protocol.Runtime.EvaluateResponse): boolean {
  return /SyntaxError: Illegal return|SyntaxError: await is only valid/.test(
    exceptionDetails?.exception?.description ?? '',
  );
}

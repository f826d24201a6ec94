/** Polls for a condition; rejects after 10 s. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('the condition did not come true within 10 s');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

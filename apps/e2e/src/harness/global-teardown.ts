export default async function globalTeardown(): Promise<void> {
  const { stopSystemUnderTest } = globalThis as { stopSystemUnderTest?: () => Promise<void> };
  await stopSystemUnderTest?.();
}

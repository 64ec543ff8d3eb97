import { setTimeout as wait } from "node:timers/promises";

/** Ask again until the answer is there: `undefined` means not yet. Throws what was waited for after `withinMs` (default two minutes). */
export async function eventually<Value>(
  what: string,
  ask: () => Promise<Value | undefined> | Value | undefined,
  withinMs = 120_000,
): Promise<Value> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await ask();
    if (value !== undefined) return value;
    if (performance.now() > deadline) throw new Error(`Waited in vain for: ${what}.`);
    await wait(100);
  }
}

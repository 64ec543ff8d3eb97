import { setTimeout as wait } from "node:timers/promises";

/** Asks again until there is an answer: `undefined` means not yet. After `withinMs` (default two minutes), throws the name of the condition. */
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

import { setTimeout as delay } from "node:timers/promises";

/** Long, because other tests use the processor, too. */
export const PATIENCE_MS = 30_000;

/** Resolves when the condition holds, in real time, whatever clock a test has. Fails after `PATIENCE_MS`. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`still not true: ${what}`);
    await delay(20);
  }
}

import { vi } from "vitest";

/**
 * `setupFiles` of vitest: `vi.waitFor` and `vi.waitUntil` wait as long as `expect.poll` does. Their own second is too short on a busy machine,
 * and vitest has no option for it.
 */

const TIMEOUT_MS = 30_000;

const patient = <Options extends { timeout?: number }>(options: number | Options = {} as Options) =>
  typeof options === "number" ? options : { timeout: TIMEOUT_MS, ...options };

const shared: typeof vi & { waitsPatiently?: boolean } = vi;
// Files of one worker share `vi`.
if (!shared.waitsPatiently) {
  const { waitFor, waitUntil } = vi;
  vi.waitFor = (callback, options) => waitFor(callback, patient(options));
  vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
  shared.waitsPatiently = true;
}

import { ApiError } from "./api-error.ts";

/** Statuses of temporary failures. Not 501, which stays the same. */
const isPassing = ({ status }: ApiError) => status === 408 || status === 429 || (status >= 500 && status !== 501);

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;

/** Retries a temporary failure up to `retries` times, after the server's `Retry-After` or after 0.5 s, 1 s, 2 s, … */
export async function withRetries<T>(retries: number, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await attempt();
    } catch (error) {
      if (retry >= retries || !(error instanceof ApiError && isPassing(error))) throw error;
      // Random jitter, so that many failed clients do not retry at the same time.
      const waitMs =
        error.retryAfterSeconds === undefined
          ? FIRST_WAIT_MS * 2 ** retry * (1 - Math.random() / 4)
          : error.retryAfterSeconds * 1000;
      if (waitMs > LONGEST_WAIT_MS) throw error;
      await wait(waitMs, signal);
    }
  }
}

function wait(durationMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, durationMs);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}

const TIMEOUT = "The operation was aborted due to timeout";

/**
 * Aborts with a `TimeoutError` after `ms` milliseconds, as `AbortSignal.timeout` does. Node 20 keeps the sources of `AbortSignal.any` weakly, and
 * with them a signal of `AbortSignal.timeout`: a garbage collection ends it before its time, and what waits for it waits for ever. This one is
 * held by its timer. The timer does not keep a process alive.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const timer: object | number = setTimeout(() => limit.abort(new DOMException(TIMEOUT, "TimeoutError")), ms);
  if (typeof timer === "object" && "unref" in timer) (timer as { unref(): void }).unref();
  return limit.signal;
}

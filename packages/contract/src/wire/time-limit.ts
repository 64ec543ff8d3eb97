const TIMEOUT = "The operation was aborted due to timeout";

/**
 * Aborts with a `TimeoutError` after `ms` milliseconds, as `AbortSignal.timeout` does. Node 20 holds the sources of `AbortSignal.any` only weakly, so
 * a garbage collection can remove a signal of `AbortSignal.timeout`, and its waiters wait forever. The timer holds this signal. It does not keep a
 * process alive.
 */
export function timeLimit(ms: number): AbortSignal {
  const limit = new AbortController();
  const timer: object | number = setTimeout(() => limit.abort(new DOMException(TIMEOUT, "TimeoutError")), ms);
  if (typeof timer === "object" && "unref" in timer) (timer as { unref(): void }).unref();
  return limit.signal;
}

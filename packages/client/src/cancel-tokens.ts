/** A name of calls, by which they can be aborted. */
export type CancelToken = string | number | symbol;

export interface CancelTokens {
  abort(token: CancelToken): void;
  /** Aborts a call by its signal or its token. Call `end` when the call is over. */
  begin(options: { signal?: AbortSignal; cancelToken?: CancelToken }): { signal: AbortSignal | undefined; end: () => void };
}

/** Running calls by token. */
export function createCancelTokens(): CancelTokens {
  const running = new Map<CancelToken, Set<AbortController>>();
  return {
    abort: (token) => {
      for (const controller of running.get(token) ?? []) controller.abort();
    },
    begin: ({ signal, cancelToken }) => {
      if (cancelToken === undefined) return { signal, end: () => undefined };
      const controller = new AbortController();
      const passOn = () => controller.abort(signal?.reason);
      if (signal?.aborted) passOn();
      signal?.addEventListener("abort", passOn, { once: true });
      const ofToken = running.get(cancelToken) ?? new Set();
      running.set(cancelToken, ofToken.add(controller));
      const end = () => {
        signal?.removeEventListener("abort", passOn);
        ofToken.delete(controller);
        if (ofToken.size === 0 && running.get(cancelToken) === ofToken) running.delete(cancelToken);
      };
      return { signal: controller.signal, end };
    },
  };
}

/**
 * The values of `source` until the signal aborts; then it ends at once, even while `source` is waiting.
 * `source.return` is called, but not awaited.
 */
export async function* untilAborted<T>(source: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const { promise: aborted, resolve: abort } = createSignalPromise();
  signal.addEventListener("abort", abort);
  try {
    while (!signal.aborted) {
      const result = await Promise.race([iterator.next(), aborted]);
      if (!result || result.done || signal.aborted) return;
      yield result.value;
    }
  } finally {
    signal.removeEventListener("abort", abort);
    iterator.return?.().then(undefined, () => undefined);
  }
}

function createSignalPromise() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<undefined>((settle) => {
    resolve = () => settle(undefined);
  });
  return { promise, resolve };
}

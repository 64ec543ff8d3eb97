/** Runs `work` once at a time. A waiting run serves all calls that come before it begins. `work` must not fail. */
export function inTurn(work: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve();
  let waiting: Promise<void> | undefined;
  return () => {
    waiting ??= last.then(() => {
      waiting = undefined;
      last = work();
      return last;
    });
    return waiting;
  };
}

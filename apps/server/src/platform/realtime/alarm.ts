/** Resolves `wait` when it is rung, or at once if it was rung since the last wait. */
export interface Alarm {
  ring(): void;
  /** Resolves when it is rung, after `maxMs`, or when the signal it was made with is aborted. One waits at a time. */
  wait(maxMs: number): Promise<void>;
}

export function createAlarm(signal: AbortSignal): Alarm {
  let hasRung = false;
  let wake = () => {};
  const ring = () => {
    hasRung = true;
    wake();
  };
  signal.addEventListener("abort", ring, { once: true });
  return {
    ring,
    wait: async (maxMs) => {
      if (!hasRung && !signal.aborted)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, maxMs);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      wake = () => {};
      hasRung = false;
    },
  };
}

/** Whether `atMs` is less than `maxMs` ago. A time ahead is not: the clock was set back since, and the real age is unknown. */
export function isRecent(atMs: number, nowMs: number, maxMs: number): boolean {
  return atMs <= nowMs && nowMs - atMs < maxMs;
}

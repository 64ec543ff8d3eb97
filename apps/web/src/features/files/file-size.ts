const UNITS = ["B", "kB", "MB", "GB"] as const;

/** "1.4 MB", of 1024 × 1024 bytes as the limits of uploads are. */
export function fileSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 1024 ** step;
  return `${amount.toFixed(step > 0 && amount < 10 ? 1 : 0)} ${UNITS[step]}`;
}

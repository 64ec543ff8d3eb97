/** Round numbers from 0 to the first above the largest value: at most 6, for the lines behind a chart. `isWhole`: there are no halves. */
export function axisTicks(largest: number, isWhole = false): number[] {
  if (largest <= 0) return [0, 1];
  const rough = largest / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const fitting = ([1, 2, 5, 10].find((each) => each * magnitude >= rough) ?? 10) * magnitude;
  const step = isWhole ? Math.max(1, fitting) : fitting;
  const count = Math.ceil(largest / step);
  return Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

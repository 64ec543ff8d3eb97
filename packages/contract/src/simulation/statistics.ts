/** Passes among conversations. */
export interface PassCount {
  passed: number;
  /** An integer from 0. */
  total: number;
}

/** Bounds of a confidence interval, as shares from 0 to 1; of a difference, from −1 to 1. */
export interface Interval {
  low: number;
  high: number;
}

/** The 97.5th percentile of the standard normal distribution: 95 % lie within it on both sides. */
const Z = 1.959963984540054;

/**
 * The 95 % confidence interval of a pass rate: Wilson's score interval (E. B. Wilson, Probable inference, the law of succession, and statistical
 * inference, JASA 22, 1927). Without a conversation, it is the whole range from 0 to 1. Throws a `RangeError` for counts that are none.
 */
export function wilson(passed: number, total: number): Interval {
  const areCounts = Number.isInteger(passed) && Number.isInteger(total) && passed >= 0 && passed <= total;
  if (!areCounts) throw new RangeError(`${passed} of ${total} is no count of passes`);
  if (total === 0) return { low: 0, high: 1 };
  const rate = passed / total;
  const scale = 1 + Z ** 2 / total;
  const center = (rate + Z ** 2 / (2 * total)) / scale;
  const half = (Z * Math.sqrt((rate * (1 - rate)) / total + Z ** 2 / (4 * total ** 2))) / scale;
  // Rounding must not exclude the observed rate.
  return { low: passed === 0 ? 0 : center - half, high: passed === total ? 1 : center + half };
}

/** How a pass rate changed. */
export interface RateChange extends Interval {
  /** The rate after minus the rate before, from −1 to 1. Its 95 % confidence interval is from `low` to `high`. 0 if one side has no conversation. */
  difference: number;
  verdict: "better" | "worse" | "no difference";
}

/**
 * Compares the pass rates of independent conversations, such as those of two versions. The interval is Newcombe's, from two Wilson intervals
 * (R. G. Newcombe, Interval estimation for the difference between independent proportions, Statistics in Medicine 17, 1998, method 10). The
 * verdict is `no difference` unless the interval excludes 0: 3 of 20 against 5 of 20 is none. Throws as `wilson` does.
 */
export function compareRates(before: PassCount, after: PassCount): RateChange {
  const [was, is] = [wilson(before.passed, before.total), wilson(after.passed, after.total)];
  if (before.total === 0 || after.total === 0) return { difference: 0, low: -1, high: 1, verdict: "no difference" };
  const [rateBefore, rateAfter] = [before.passed / before.total, after.passed / after.total];
  const difference = rateAfter - rateBefore;
  const low = difference - Math.hypot(rateAfter - is.low, was.high - rateBefore);
  const high = difference + Math.hypot(is.high - rateAfter, rateBefore - was.low);
  return { difference, low, high, verdict: low > 0 ? "better" : high < 0 ? "worse" : "no difference" };
}

/** The passes of several cells together, for example of a row of a matrix. */
export function sumCounts(cells: readonly PassCount[]): PassCount {
  return cells.reduce((sum, { passed, total }) => ({ passed: sum.passed + passed, total: sum.total + total }), {
    passed: 0,
    total: 0,
  });
}

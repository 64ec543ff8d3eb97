import { type PassCount, type RateChange, wilson } from "@callwright/contract";

/** A share as a percentage without its sign: `95.5`, `100`. */
export const describeShare = (share: number): string => (share * 100).toFixed(1).replace(/\.0$/, "").replace("-", "−");

/** `76.4–99.1 %`: the 95 % interval of a rate. */
export function describeInterval({ passed, total }: PassCount): string {
  const { low, high } = wilson(passed, total);
  return `${describeShare(low)}–${describeShare(high)} %`;
}

/** `19 of 20 passed: 95 % (95 % interval 76.4–99.1 %)` */
export function describeCount({ passed, total }: PassCount): string {
  if (total === 0) return "none has a result that counts";
  return `${passed} of ${total} passed: ${describeShare(passed / total)} % (95 % interval ${describeInterval({ passed, total })})`;
}

/** `−10 points (−31.2 to 12.8): no difference` */
export function describeChange({ difference, low, high, verdict }: RateChange): string {
  return `${difference > 0 ? "+" : ""}${describeShare(difference)} points (${describeShare(low)} to ${describeShare(high)}): ${verdict}`;
}

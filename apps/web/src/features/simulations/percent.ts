import { type PassCount, wilson } from "@callwright/contract";

const share = (value: number, digits: number) =>
  `${(100 * value).toLocaleString("en", { maximumFractionDigits: digits, minimumFractionDigits: digits })} %`;

/** "94 %". A dash without a result. */
export const percent = ({ passed, total }: PassCount, digits = 0): string => (total === 0 ? "–" : share(passed / total, digits));

/** The 95 % interval of a rate: "93.7–96.2 %". */
export function intervalText({ passed, total }: PassCount): string {
  const { low, high } = wilson(passed, total);
  return `${(100 * low).toFixed(1)}–${share(high, 1)}`;
}

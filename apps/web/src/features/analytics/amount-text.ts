/** A value for a person. Of what is smaller than 1, as the cost of a call, the first digits count. */
export function amountText(amount: number): string {
  return amount.toLocaleString(undefined, Math.abs(amount) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 3 });
}

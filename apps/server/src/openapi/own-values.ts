import type { Schema } from "./openapi-types.ts";

/** Values that only Callwright has, in fields that the hosted platform has, too. A typed client of the platform does not know them. */
const OWN_VALUES: ReadonlySet<unknown> = new Set([
  "callwright",
  "simulated",
  "workflow.node.started",
  "transcript[transcriptType='final']",
]);

/** Name the values of a field that only Callwright has in `x-callwright`. */
export function markOwn(schema: Schema, values: readonly unknown[]): void {
  const own = values.filter((value) => OWN_VALUES.has(value));
  if (own.length > 0) schema["x-callwright"] = own;
}

import { STAND_INS } from "@callwright/contract";
import type { OpenApiSchema } from "./openapi-types.ts";

/** Values that only Callwright has, in fields that the hosted platform has, too. A typed client of the platform does not know them. */
const OWN_VALUES: ReadonlySet<unknown> = new Set([
  "callwright",
  "simulated",
  "workflow.node.started",
  "transcript[transcriptType='final']",
]);

/** Lists in `x-callwright` the values that only Callwright has. The kinds of a part are recognized only when all kinds of that part are given. */
export function markOwn(schema: OpenApiSchema, values: readonly unknown[], among = values): void {
  const kinds = STAND_INS.flatMap(({ ours, theirs }) => ([...ours, theirs].every((each) => among.includes(each)) ? ours : []));
  const own = values.filter((value) => OWN_VALUES.has(value) || kinds.includes(String(value)));
  if (own.length > 0) schema["x-callwright"] = own;
}

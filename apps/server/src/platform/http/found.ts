import { PlatformError } from "@callwright/contract";

/** The row, or `not-found`. Rows of other organizations are reported as absent, too. */
export function found<Row>(row: Row | undefined, what: string): Row {
  if (!row) throw new PlatformError("not-found", { what });
  return row;
}

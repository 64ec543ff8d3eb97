import type { Change } from "@callwright/contract";

/** The ids that changed since the known revision; `all` if that is unknown. */
export function changedIds(
  known: number | undefined,
  { revision, ids }: Pick<Change, "revision" | "ids">,
): readonly string[] | "all" {
  if (known === undefined) return "all";
  const count = revision - known;
  if (count < 0 || count > ids.length) return "all";
  return count === 0 ? [] : [...new Set(ids.slice(-count))];
}

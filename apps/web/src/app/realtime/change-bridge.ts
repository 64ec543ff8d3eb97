import type { Change, ChangeResource } from "@callwright/contract";
import type { QueryClient } from "@tanstack/react-query";
import { changedIds } from "./changed-ids.ts";

/** Reads anew what is shown of these things, `all` when nobody knows which, and settles when it has been read. */
export type Refresh = (queryClient: QueryClient, ids: readonly string[] | "all") => Promise<unknown>;

/** What changes for the session itself: the name of the organisation, one's role in it. */
const OF_THE_SESSION: readonly ChangeResource[] = ["org", "member"];

/**
 * Makes notices of changes into new readings of the queries that show what changed. What was read before the first notice may have changed
 * in between, so that is read anew. One reading of a kind at a time: what changes meanwhile is read after it, so that the answer on the
 * screen is never older than the last notice, and a reading that takes longer than the next notice is away still comes to its end.
 */
export function createChangeBridge(
  queryClient: QueryClient,
  refreshes: Readonly<Record<ChangeResource, Refresh>>,
  reloadSession: () => void,
): (changes: readonly Change[]) => void {
  const known = new Map<ChangeResource, number>();
  const waiting = new Map<ChangeResource, readonly string[] | "all">();
  const reading = new Set<ChangeResource>();

  const read = async (resource: ChangeResource) => {
    if (reading.has(resource)) return;
    reading.add(resource);
    for (let ids = waiting.get(resource); ids; ids = waiting.get(resource)) {
      waiting.delete(resource);
      // A query that fails says so itself.
      await refreshes[resource](queryClient, ids).catch(() => undefined);
    }
    reading.delete(resource);
  };

  return (changes) => {
    for (const change of changes) {
      const { resource, revision } = change;
      const before = known.get(resource);
      known.set(resource, revision);
      const ids = changedIds(before, change);
      if (ids.length === 0) continue;
      const earlier = waiting.get(resource) ?? [];
      waiting.set(resource, ids === "all" || earlier === "all" ? "all" : [...new Set([...earlier, ...ids])]);
      void read(resource);
      if (before !== undefined && OF_THE_SESSION.includes(resource)) reloadSession();
    }
  };
}

import type { Change, ChangeResource } from "@callwright/contract";
import type { QueryClient } from "@tanstack/react-query";

/** Refetches the shown queries of these ids, or of all when the ids are unknown. Settles when the refetch is done. */
export type Refresh = (queryClient: QueryClient, ids: readonly string[] | "all") => Promise<unknown>;

/** Changes of the session itself: the organization's name and the user's role. */
const OF_THE_SESSION: readonly ChangeResource[] = ["org", "member"];

/**
 * Turns change notices into refetches. The first notice refetches everything, because data may have changed between the first fetch and
 * the notice. Refetches of one resource run one after the other: a change during a refetch causes another one, so that the screen is
 * never older than the last notice, and frequent notices never cancel a slow refetch.
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
      // A failing query shows its own error.
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

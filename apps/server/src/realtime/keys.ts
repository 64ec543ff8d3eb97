import type { ChangeResource } from "@callwright/contract";

/**
 * What queries may depend on: what the contract names, what is said in calls (`call-event`, by the call's id), what only the node
 * that hosts a call knows of it (`call-live`), and what waits for a terminal (`webhook-question`, by the terminal's id).
 */
export type WatchedResource = ChangeResource | "call-event" | "call-live" | "webhook-question";

const ALL = "*";

/** What a query depends on that has read a resource, or one of it. */
export function watchedKeys(resource: WatchedResource, orgId: string, id?: string): string[] {
  const every = `${resource}:${orgId}`;
  return id === undefined ? [every] : [`${every}:${id}`, `${every}:${ALL}`];
}

/** What no longer holds when these have changed; null: nobody knows which. */
export function changedKeys(resource: string, orgId: string, ids: readonly string[] | null): string[] {
  const every = `${resource}:${orgId}`;
  return [every, ...(ids ?? [ALL]).map((id) => `${every}:${id}`)];
}

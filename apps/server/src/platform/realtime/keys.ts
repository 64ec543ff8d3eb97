import type { ChangeResource } from "@callwright/contract";

/**
 * The resources that a query can depend on: those of the contract, events of a call (`call-event`, by the call's id), the live state that only the
 * node of the call has (`call-live`), and requests that wait for a terminal (`webhook-question`, by the terminal's id).
 */
export type WatchedResource = ChangeResource | "call-event" | "call-live" | "webhook-question";

const ALL = "*";

/** The keys of a query that has read a resource, or one item of it. */
export function watchedKeys(resource: WatchedResource, orgId: string, id?: string): string[] {
  const every = `${resource}:${orgId}`;
  return id === undefined ? [every] : [`${every}:${id}`, `${every}:${ALL}`];
}

/** The keys that a change invalidates; null: the changed ids are unknown. */
export function changedKeys(resource: string, orgId: string, ids: readonly string[] | null): string[] {
  const every = `${resource}:${orgId}`;
  return [every, ...(ids ?? [ALL]).map((id) => `${every}:${id}`)];
}

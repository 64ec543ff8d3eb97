import { CHANGE_RESOURCES, type Change, type ChangeResource, keepNewest } from "@callwright/contract";
import type { RealtimeHandlers } from "./define-functions.ts";
import type { ChangeNotice } from "./notice-reader.ts";

/** Remembered ids of a resource of one organization, and for how long: watchers read them within moments. */
const WINDOW_IDS = 100;
const WINDOW_MS = 60_000;
/** Above this number, the organizations that were not asked about for the longest time are forgotten. */
const ORGS_MAX = 10_000;

interface Window {
  revision: number;
  /** The newest last. */
  changed: { id: string; atMs: number }[];
}
type Windows = Map<ChangeResource, Window>;

/**
 * A revision counts on from the microsecond of the epoch in which its organization was first asked about: more than any that was counted
 * before, on any node, as long as fewer than a million ids change in a second.
 */
export function createChangeWindows(nowMs: () => number) {
  // The least recently asked first.
  const orgs = new Map<string, Windows>();
  let lastBase = 0;

  function begin(): Windows {
    lastBase = Math.max(lastBase + 1, Math.floor(nowMs() * 1000));
    return new Map(CHANGE_RESOURCES.map((resource) => [resource, { revision: lastBase, changed: [] }]));
  }

  return {
    note({ resource, orgId, ids }: ChangeNotice): void {
      // A resource without a window was never read; its window starts empty at the next read.
      const window = orgs.get(orgId)?.get(resource as ChangeResource);
      if (!window) return;
      if (ids === null) {
        window.revision += WINDOW_IDS + 1;
        window.changed = [];
        return;
      }
      const atMs = nowMs();
      window.revision += ids.length;
      window.changed = [...window.changed, ...ids.map((id) => ({ id, atMs }))]
        .slice(-WINDOW_IDS)
        .filter((each) => atMs - each.atMs <= WINDOW_MS);
    },
    /** Every resource of an organization. */
    latest(orgId: string): Change[] {
      const windows = orgs.get(orgId) ?? begin();
      keepNewest(orgs, orgId, windows, ORGS_MAX);
      return [...windows].map(([resource, { revision, changed }]) => ({ resource, revision, ids: changed.map(({ id }) => id) }));
    },
    /** Changes may have been missed. */
    forgetAll: () => orgs.clear(),
  };
}

/** The last changes, for clients that keep what they read and ask what to read again. See the contract's `Change`. */
export type ChangeWindows = ReturnType<typeof createChangeWindows>;

export function changesFunctions(windows: ChangeWindows): Pick<RealtimeHandlers, "changes:latest" | "deliveries:latest"> {
  return {
    "changes:latest": async ({ orgId, dependOn }) => {
      for (const resource of CHANGE_RESOURCES) dependOn(resource);
      return windows.latest(orgId);
    },

    "deliveries:latest": async ({ orgId, dependOn }) => {
      dependOn("webhook-delivery");
      return windows.latest(orgId).find(({ resource }) => resource === "webhook-delivery")?.revision ?? 0;
    },
  };
}

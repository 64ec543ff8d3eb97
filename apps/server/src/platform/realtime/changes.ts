import { CHANGE_RESOURCES } from "@callwright/contract";
import type { ChangeWindows } from "./change-windows.ts";
import type { RealtimeHandlers } from "./define-functions.ts";

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

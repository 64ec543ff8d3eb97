import type { Role } from "@callwright/contract";
import {
  IconBuilding,
  IconChartLine,
  IconCode,
  IconCoins,
  IconDeviceLandlinePhone,
  IconEraser,
  IconFingerprint,
  IconGauge,
  IconHeadset,
  IconHistory,
  IconPackageExport,
  IconPhone,
  IconPlugConnected,
  IconTrash,
  IconUser,
  IconUsers,
  IconWaveSine,
  IconWebhook,
} from "@tabler/icons-react";
import type { RailGroup } from "../registry.ts";

/**
 * Screens that are not generated from a resource, as listed in the rail and in ⌘K. `role`: the only role that can use the screen.
 * `isLast`: after the resources of its group. `isTab`: it is a tab of another entry (`SectionTabs`), and only ⌘K lists it.
 */
const OWN_SCREENS = {
  start: [{ to: "/overview", icon: IconGauge, message: "overview.title" }],
  build: [
    { to: "/assistants", icon: IconHeadset, message: "shell.assistants" },
    { to: "/voices", icon: IconWaveSine, message: "voices.title", isLast: true },
  ],
  run: [
    { to: "/calls", icon: IconPhone, message: "shell.calls" },
    { to: "/handset", icon: IconDeviceLandlinePhone, message: "handset.title", isTab: true },
  ],
  improve: [{ to: "/reports", icon: IconChartLine, message: "analytics.title", isLast: true }],
  settings: [
    { to: "/settings/organization", icon: IconBuilding, message: "organization.title" },
    { to: "/settings/members", icon: IconUsers, message: "members.title" },
    { to: "/settings/audit", icon: IconHistory, message: "audit.title", role: "admin" },
    { to: "/settings/deleted", icon: IconTrash, message: "deleted.title" },
    { to: "/settings/erasure", icon: IconEraser, message: "erasure.title", role: "admin" },
    { to: "/settings/costs", icon: IconCoins, message: "shell.costs" },
    { to: "/settings/developers", icon: IconCode, message: "developers.title" },
    { to: "/settings/webhooks", icon: IconWebhook, message: "webhooks.title", isTab: true },
    { to: "/settings/key-sets", icon: IconFingerprint, message: "keySets.title", role: "admin" },
    { to: "/settings/config", icon: IconPackageExport, message: "config.title" },
    { to: "/settings/connection", icon: IconPlugConnected, message: "shell.connection" },
    { to: "/settings/account", icon: IconUser, message: "shell.account" },
  ],
} as const;

/** The screens of a group that a role can use. */
export function ownScreens(group: RailGroup, role: Role | undefined) {
  return OWN_SCREENS[group].filter((screen) => !("role" in screen) || screen.role === role);
}

/** Icons beside the names of screens. */
export const RAIL_ICON = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

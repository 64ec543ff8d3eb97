import type { Role } from "@callwright/contract";
import type { RailGroup } from "../../resource/registry.ts";

/** Screens that are not made of a description: their places in the rail and in ⌘K. `role`: the only one that has use for it. */
const OWN_SCREENS = {
  build: [
    { to: "/assistants", message: "shell.assistants" },
    { to: "/voices", message: "voices.title" },
  ],
  run: [{ to: "/calls", message: "shell.calls" }],
  improve: [{ to: "/reports", message: "analytics.title" }],
  settings: [
    { to: "/settings/organisation", message: "organisation.title" },
    { to: "/settings/members", message: "members.title" },
    { to: "/settings/audit", message: "audit.title", role: "admin" },
    { to: "/settings/tokens", message: "shell.tokens" },
    { to: "/settings/key-sets", message: "keySets.title", role: "admin" },
    { to: "/settings/connection", message: "shell.connection" },
    { to: "/settings/account", message: "shell.account" },
  ],
} as const;

/** Those of a group that somebody of the role has use for. */
export function ownScreens(group: RailGroup, role: Role | undefined) {
  return OWN_SCREENS[group].filter((screen) => !("role" in screen) || screen.role === role);
}

/** Every route of the API, from the server itself. Not a screen of the dashboard: a document of its own. */
export const API_REFERENCE_PATH = "/docs/api";

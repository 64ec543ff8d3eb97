import { assistantRoutes } from "./assistant.ts";
import { callRoutes } from "./call.ts";
import { orgRoutes } from "./org.ts";

/** Every route of the platform, by name. */
export const platformRoutes = { ...orgRoutes, ...assistantRoutes, ...callRoutes };
export type PlatformRouteName = keyof typeof platformRoutes;

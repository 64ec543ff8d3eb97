import { z } from "zod";
import type { PlatformRouteName } from "./platform-routes.ts";
import { defineRoutes } from "./route.ts";
import { Secret } from "./secret.ts";

/** Where the routes of the other host lie on this server: `/connection/host/assistant` is its `/assistant`. */
export const HOST_PATH = "/connection/host";

/** Where the platform's paths begin, without a trailing slash: `https://api.example.com`. */
const HostUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address like https://api.example.com" })
  .max(500)
  .refine(isBare, { error: "must be an address without a name, a password, a query and a fragment" })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""));

function isBare(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === "");
}

export const SaveConnection = z.strictObject({
  url: HostUrl.meta({ title: "URL", examples: ["https://api.example.com"] }),
  /** A private key of an organisation at the host. May be left out as long as the host stays the same one. */
  privateKey: Secret.optional(),
  /** Does the organisation work at the host now? Default true. A host is tried before it is enabled. */
  enabled: z.boolean().default(true),
});
export type SaveConnection = z.infer<typeof SaveConnection>;

/** The other host of an organisation. Without `url` it has none. */
export const Connection = z.looseObject({
  url: z.string().optional(),
  /** Whether the organisation works there. */
  enabled: z.boolean(),
  /** Whether it is a Callwright, which offers everything; any other host offers what `HOST_LACKS` leaves. */
  isCallwright: z.boolean().optional(),
  updatedAt: z.string().optional(),
});
export type Connection = z.infer<typeof Connection>;

export const connectionRoutes = defineRoutes({
  getConnection: {
    method: "GET",
    path: "/connection",
    scope: "private",
    role: "viewer",
    response: Connection,
    status: 200,
    summary: "Which host the organisation works at; never its key",
  },
  saveConnection: {
    method: "PUT",
    path: "/connection",
    scope: "private",
    role: "admin",
    body: SaveConnection,
    response: Connection,
    status: 200,
    summary: "Connect the organisation to another host of the platform, after trying the key there",
  },
  deleteConnection: {
    method: "DELETE",
    path: "/connection",
    scope: "private",
    role: "admin",
    response: Connection,
    status: 200,
    summary: "Forget the other host and its key; without effect when there is none",
  },
});

/** Routes of ours that other hosts of the platform do not have. What brings a deleted thing back is ours, too: see `isLackedByHosts`. */
const HOST_LACKS: readonly PlatformRouteName[] = [
  "getAssistantDraft",
  "saveAssistantDraft",
  "discardAssistantDraft",
  "listOtherDrafts",
  "publishAssistantDraft",
  "listCallEvents",
  "endCall",
  "controlCall",
  "listCallNotes",
  "createCallNote",
  "deleteCallNote",
];

/** Whether a route is this software's own, so that only a host that runs it can be asked. */
export function isLackedByHosts(name: PlatformRouteName): boolean {
  return HOST_LACKS.includes(name) || name.startsWith("restore");
}

import { z } from "zod";
import { describeRoutes } from "../wire/noun.ts";
import { parseUrl } from "../wire/parse-url.ts";
import { Secret } from "../wire/secret.ts";
import { connectionNoun } from "./connection-noun.ts";

/** Base URL of the platform API, without a trailing slash: `https://api.example.com`. */
const HostUrl = z
  .url({ protocol: /^https?$/, error: "must be an http or https address like https://api.example.com" })
  .max(500)
  .refine(isBare, { error: "must not have a user name, password, query or fragment" })
  .transform((text) => new URL(text).href.replace(/\/+$/, ""));

function isBare(text: string): boolean {
  const url = parseUrl(text);
  return url !== undefined && [url.username, url.password, url.search, url.hash].every((part) => part === "");
}

export const SaveConnection = z.strictObject({
  url: HostUrl.meta({ title: "URL", examples: ["https://api.example.com"] }),
  /** A private key of an organization on that server. Optional while the server stays the same. */
  privateKey: Secret.optional(),
  /** Use that server as the data source. Default true. The server is checked first. */
  enabled: z.boolean().default(true),
});
export type SaveConnection = z.infer<typeof SaveConnection>;

/** The organization's other server. None without `url`. */
export const Connection = z.looseObject({
  url: z.string().optional(),
  /** Whether that server is the data source. */
  enabled: z.boolean(),
  /** Whether that server runs Callwright. Other servers lack the routes that `isLackedByHosts` names. */
  isCallwright: z.boolean().optional(),
  updatedAt: z.string().optional(),
});
export type Connection = z.infer<typeof Connection>;

export const connectionRoutes = describeRoutes(connectionNoun.addresses, {
  getConnection: {
    response: Connection,
    summary: "Get the organization's data source, without its key",
  },
  saveConnection: {
    role: "admin",
    body: SaveConnection,
    response: Connection,
    summary: "Connect the organization to another server, after checking the key",
  },
  deleteConnection: {
    role: "admin",
    response: Connection,
    summary: "Disconnect the other server and delete its key",
  },
});

import { type CreateTool, parseUrl } from "@callwright/contract";
import { serverOf } from "./function-tool.ts";
import type { ToolScope } from "./tool-source.ts";

/** Connected services, by the beginning of a tool's type. */
const SERVICES: readonly [string, string][] = [
  ["google.", "Google"],
  ["slack.", "Slack"],
  ["gohighlevel.", "GoHighLevel"],
  ["ghl", "GoHighLevel"],
  ["make", "Make"],
];

/** Types whose calls go to a server by a message: their own server, the assistant's, or the organization's. */
const BY_MESSAGE: ReadonlySet<string> = new Set(["function", "bash", "computer", "textEditor", "handoff", "transferCall"]);

/** Where calls of a tool go: a host with its port, or the name of a connected service. Undefined for telephones, programs, and clients. */
export function outsideHost(tool: CreateTool, scope: ToolScope): string | undefined {
  const service = SERVICES.find(([beginning]) => tool.type.startsWith(beginning))?.[1];
  if (service !== undefined) return service;
  if (tool.type === "apiRequest") return hostIn(tool.url);
  if (tool.type === "mcp") return tool.server?.url === undefined ? undefined : hostIn(tool.server.url);
  if (!BY_MESSAGE.has(tool.type) || hasDestinations(tool)) return undefined;
  const url = serverOf("server" in tool ? tool.server : undefined, scope)?.url;
  return url === undefined ? undefined : hostIn(url);
}

const hasDestinations = (tool: CreateTool) => tool.type === "transferCall" && (tool.destinations ?? []).length > 0;

/** An address that is a template as it is written, without its path. */
export function hostIn(url: string): string {
  return parseUrl(url)?.host || url.replace(/^[a-z]+:\/\//i, "").replace(/[/?#].*$/s, "");
}

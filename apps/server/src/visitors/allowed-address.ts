import { PlatformError, type Transcriber } from "@callwright/contract";
import { hasSameOrigin, partChoices } from "@callwright/engine/conversation";
import type { VisitorTarget } from "./allowed-target.ts";

/** What of an assistant makes this server send requests while it answers. */
export interface BroughtAssistant {
  model?: { url?: unknown; headers?: unknown; tools?: readonly object[] | undefined } | undefined;
  transcriber?: Transcriber | undefined;
  "tools:append"?: readonly object[] | undefined;
  [field: string]: unknown;
}

const BROUGHT = ["assistant", "assistantOverrides"] as const;

/**
 * A visitor must not choose where this server sends requests, or with which headers: it stands in its operator's network. So what a
 * visitor brings may name no address of a tool or a transcriber, and no model's but one at the server's own `custom-llm`, whose base URL is `ownUrl`.
 * Fails with `token-address-refused`.
 */
export function requireAllowedAddress(target: VisitorTarget, ownUrl: string | undefined): void {
  for (const field of BROUGHT) {
    const { model, "tools:append": added = [] } = target[field] ?? {};
    const { url, headers, tools = [] } = model ?? {};
    refuseTranscriberAddress(target[field]?.transcriber, `${field}.transcriber`);
    refuseAddresses(tools, `${field}.model.tools`);
    refuseAddresses(added, `${field}.tools:append`);
    if (typeof url === "string" && hasSameOrigin(url, ownUrl)) continue;
    if (url !== undefined) throw new PlatformError("token-address-refused", { field: `${field}.model.url` });
    if (headers !== undefined) throw new PlatformError("token-address-refused", { field: `${field}.model.headers` });
  }
}

/** Of a transcriber and its fallbacks. */
function refuseTranscriberAddress(transcriber: Transcriber | undefined, at: string): void {
  for (const choice of partChoices("transcriber", transcriber))
    for (const name of ["server", "realtimeUrl"])
      if (name in choice) throw new PlatformError("token-address-refused", { field: `${at}.${name}` });
}

function refuseAddresses(tools: readonly object[], at: string): void {
  for (const [index, tool] of tools.entries())
    for (const name of ["url", "server"])
      if (name in tool) throw new PlatformError("token-address-refused", { field: `${at}.${index}.${name}` });
}

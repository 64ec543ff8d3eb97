import { PlatformError } from "@callwright/contract";
import { hasSameOrigin } from "@callwright/engine/conversation";
import type { VisitorTarget } from "./allowed-target.ts";

/** An assistant or overrides that a visitor brings. */
export interface BroughtAssistant {
  model?: { url?: unknown; headers?: unknown; [field: string]: unknown } | undefined;
  [field: string]: unknown;
}

const BROUGHT = ["assistant", "assistantOverrides"] as const;
/** They hold several assistants, which must not name an address either. */
const BROUGHT_TEAMS = ["squad", "squadOverrides", "workflow"] as const;

/** Wherever they stand in an assistant: where requests go, what they carry, and which stored tools and credentials are used. */
const REFUSED = new Set([
  ...["url", "realtimeUrl", "server", "headers", "code"],
  ...["credentialId", "credentialIds", "toolId", "toolIds", "toolRefs"],
]);
/** Below these, names are of the customer: of JSON Schemas, arguments and notes. */
const FREE = new Set(["metadata", "variableValues", "function", "parameters", "body", "schema"]);

/**
 * A visitor must not choose where this server sends requests, with which headers or credentials, or what code it runs: it stands in its
 * operator's network, and acts for its organization. So what a visitor brings may name no such thing, and no model's address but one at the
 * server's own `custom-llm`, whose base URL is `ownUrl`. Fails with `token-address-refused`.
 */
export function requireAllowedAddress(target: VisitorTarget, ownUrl: string | undefined): void {
  for (const field of BROUGHT) {
    const { model, backgroundSound, ...rest } = target[field] ?? {};
    if (typeof backgroundSound === "string" && URL.canParse(backgroundSound)) refuse(`${field}.backgroundSound`);
    refuseWithin(rest, field);
    const { url, headers, ...ofModel } = model ?? {};
    const isOwn = typeof url === "string" && hasSameOrigin(url, ownUrl);
    refuseWithin(isOwn ? ofModel : { url, headers, ...ofModel }, `${field}.model`);
  }
  for (const field of BROUGHT_TEAMS) refuseWithin(target[field], field);
}

function refuseWithin(value: unknown, at: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, each] of Object.entries(value)) {
    if (FREE.has(name) || each === undefined || (Array.isArray(each) && each.length === 0)) continue;
    if (REFUSED.has(name)) refuse(`${at}.${name}`);
    refuseWithin(each, `${at}.${name}`);
  }
}

function refuse(field: string): never {
  throw new PlatformError("token-address-refused", { field });
}

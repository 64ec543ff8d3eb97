import { type AuthenticationPlan, CREDENTIAL_SECRETS, PlatformError, type ToolTestResult } from "@callwright/contract";
import { PrivateAddressError } from "@callwright/engine";
import { credential } from "../../db/schema.ts";
import type { OrgCaller } from "../../http/caller.ts";
import { askOutside } from "../../net/ask-outside.ts";
import { hostFailure } from "../../net/host-failure.ts";
import type { OutsideNetwork } from "../../net/outside-network.ts";
import { openConfig, type ResourceContext } from "../../resource-kit/resource-service.ts";
import { findResource } from "../../resource-kit/resource-store.ts";
import { signRequest } from "../credential/sign-request.ts";
import { tools } from "./service.ts";
import { type ToolRequest, toolRequest } from "./tool-request.ts";

export interface TestToolContext extends ResourceContext {
  network: OutsideNetwork;
}

/** Of an answer, what a person can read. */
const BODY_MAX_BYTES = 64 * 1024;
/** Nobody looks at a screen for longer, whatever a call would wait. */
const TIMEOUT_MAX_MS = 60_000;
/** Of how a message is sent the client decides, not who enters headers. */
const OWN_HEADERS = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * Sends a tool's request with these arguments, as a call would, to a server outside of this one's own network. An answer of any status is a
 * result, and so is none: its body then tells why. Fails with `not-found`, `tool-not-testable`, `validation-failed` (the arguments) or
 * `host-address-private`.
 */
export async function testTool(
  context: TestToolContext,
  caller: OrgCaller,
  { id, argumentsJson }: { id: string; argumentsJson: string },
  signal: AbortSignal,
): Promise<ToolTestResult> {
  const tool = await tools.get(context, caller, id);
  const request = toolRequest(context, tool, parseArguments(argumentsJson));
  const plan = await findPlan(context, caller.orgId, request.credentialId);
  const startedMs = performance.now();
  const took = () => Math.round(performance.now() - startedMs);
  try {
    const proof = plan ? await signRequest({ ...context, signal }, plan, request) : {};
    const { status, text } = await send(context.network, request, proof, signal);
    return { status, body: text, durationMs: took() };
  } catch (cause) {
    if (cause instanceof PrivateAddressError) throw hostFailure(request.url.host, cause);
    return { status: null, body: hostFailure(request.url.host, cause).message, durationMs: took() };
  }
}

function send(network: OutsideNetwork, request: ToolRequest, proof: Record<string, string>, signal: AbortSignal) {
  const { method, url, body } = request;
  const own = Object.entries(request.headers).filter(([name]) => !OWN_HEADERS.has(name.toLowerCase()));
  const headers = {
    "user-agent": "Callwright",
    accept: "*/*",
    ...(body === "" ? {} : { "content-type": "application/json" }),
    ...Object.fromEntries(own.map(([name, value]) => [name.toLowerCase(), value])),
    ...Object.fromEntries(Object.entries(proof).map(([name, value]) => [name.toLowerCase(), value])),
  };
  const timeoutMs = Math.min(request.timeoutMs, TIMEOUT_MAX_MS);
  return askOutside(network, { method, url, headers, body, timeoutMs, maxBytes: BODY_MAX_BYTES, signal });
}

function parseArguments(json: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(json);
    if (typeof parsed === "object" && parsed !== null && !Array.isArray(parsed)) return parsed as Record<string, unknown>;
  } catch {
    // Refused below.
  }
  throw new PlatformError("validation-failed", {}, { problems: ["argumentsJson must be an object as JSON"] });
}

/** How a credential proves who sends a request. Fails with `tool-not-testable` for one that is gone, or proves nothing to a server. */
async function findPlan(
  context: TestToolContext,
  orgId: string,
  id: string | undefined,
): Promise<AuthenticationPlan | undefined> {
  if (id === undefined) return undefined;
  const row = await findResource(context.db, orgId, { table: credential, within: undefined }, id.toLowerCase());
  const secrets = CREDENTIAL_SECRETS.get(String(row?.config.provider)) ?? [];
  const { authenticationPlan: plan } = row
    ? openConfig<{ authenticationPlan?: AuthenticationPlan }>(context, credential, row, secrets)
    : {};
  if (!plan || !["bearer", "hmac", "oauth2"].includes(plan.type))
    throw new PlatformError("tool-not-testable", { reason: "its credential is gone, or says not how requests are signed" });
  return plan;
}

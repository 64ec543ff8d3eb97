import { createHmac } from "node:crypto";
import { type AuthenticationPlan, PlatformError } from "@callwright/contract";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { findResource } from "../../../platform/resource-kit/resource-store.ts";
import { openCredential } from "../credential-rows.ts";
import { credential } from "../tables.ts";
import { accessToken } from "./access-tokens.ts";

export interface SignedRequest {
  method: string;
  url: URL;
  /** The exact bytes that are sent. */
  body: string;
  /** The server refused the access token that it got. Default false. */
  isTokenRefused?: boolean;
}

export interface SigningContext extends Pick<ServerContext, "db" | "now" | "newId" | "secrets"> {
  network: OutsideNetwork;
  signal: AbortSignal;
}

/** What a credential of an organization's own server holds. */
interface ServerCredential {
  authenticationPlan?: AuthenticationPlan;
  allowedOrigins?: string[];
}

/** The proof of a request's sender for a server. */
export interface Proof {
  headers: Record<string, string>;
  /** The proof includes an access token that can be renewed. */
  hasAccessToken: boolean;
  /** The headers sign the body or the time of this request, so they are not valid for another one. */
  isOfOneRequest: boolean;
}

type Plan<Type extends AuthenticationPlan["type"]> = Extract<AuthenticationPlan, { type: Type }>;

/**
 * Proves to an organization's server who sends the request. Every request that carries a credential gets its proof here, so that no credential
 * is sent to a server that an admin did not allow. Fails with `credential-unusable` for a credential that was deleted or signs no requests, with
 * `credential-origin-refused` or `credential-origin-insecure`, and when no token can be fetched.
 */
export async function signRequest(
  context: SigningContext,
  orgId: string,
  credentialId: string,
  request: SignedRequest,
): Promise<Proof> {
  const row = await findResource(context.db, orgId, { table: credential }, credentialId.toLowerCase());
  if (!row) throw new PlatformError("credential-unusable");
  const { authenticationPlan: plan, allowedOrigins = [] } = openCredential<ServerCredential>(context, row);
  if (!plan || !["bearer", "hmac", "oauth2"].includes(plan.type)) throw new PlatformError("credential-unusable");
  // A websocket begins as a request of http.
  const origin = request.url.origin.replace(/^ws/, "http");
  if (!allowedOrigins.includes(origin)) throw new PlatformError("credential-origin-refused", { origin });
  requireEncrypted(context.network, origin);
  const headers = await proofHeaders(context, plan, request, `${row.id} ${row.updatedAt.getTime()}`);
  return { headers, hasAccessToken: plan.type === "oauth2", isOfOneRequest: plan.type === "hmac" };
}

function requireEncrypted(network: OutsideNetwork, origin: string): void {
  if (!origin.startsWith("https:") && !network.allowsPrivate) throw new PlatformError("credential-origin-insecure", { origin });
}

async function proofHeaders(
  context: SigningContext,
  plan: AuthenticationPlan,
  request: SignedRequest,
  tokenKey: string,
): Promise<Record<string, string>> {
  switch (plan.type) {
    case "bearer": {
      const prefix = (plan.bearerPrefixEnabled ?? true) ? "Bearer " : "";
      return { [plan.headerName ?? "authorization"]: prefix + plan.token };
    }
    case "hmac":
      return hmacHeaders(context, plan, request);
    case "oauth2":
      requireEncrypted(context.network, new URL(plan.url).origin);
      return { authorization: `Bearer ${await accessToken(context, tokenKey, plan, request.isTokenRefused ?? false)}` };
    default:
      return plan satisfies never;
  }
}

function hmacHeaders({ now, newId }: SigningContext, plan: Plan<"hmac">, request: SignedRequest): Record<string, string> {
  const { signatureHeader = "x-signature", timestampHeader = "x-timestamp", includeTimestamp = true, messageIdHeader } = plan;
  const timestamp = String(Math.floor(now().getTime() / 1000));
  const messageId = newId();
  const parts: Record<string, string> = {
    body: request.body,
    timestamp,
    method: request.method,
    url: request.url.href,
    "svix-id": messageId,
  };
  const format = plan.payloadFormat ?? (includeTimestamp ? "{timestamp}.{body}" : "{body}");
  const payload = format.replace(/\{([\w-]+)\}/g, (whole, name: string) => parts[name] ?? whole);
  const key = plan.secretIsBase64 ? Buffer.from(plan.secretKey, "base64") : plan.secretKey;
  const signature = createHmac(plan.algorithm, key)
    .update(payload)
    .digest(plan.signatureEncoding ?? "hex");
  return {
    [signatureHeader]: (plan.signaturePrefix ?? "") + signature,
    ...(includeTimestamp ? { [timestampHeader]: timestamp } : {}),
    ...(messageIdHeader === undefined ? {} : { [messageIdHeader]: messageId }),
  };
}

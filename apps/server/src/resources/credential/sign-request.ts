import { createHmac } from "node:crypto";
import type { AuthenticationPlan } from "@callwright/contract";
import { askOutside } from "../../net/ask-outside.ts";
import type { OutsideNetwork } from "../../net/outside-network.ts";

export interface SignedRequest {
  method: string;
  url: URL;
  /** As it is sent, byte for byte. */
  body: string;
}

export interface SigningContext {
  network: OutsideNetwork;
  now: () => Date;
  newId: () => string;
  signal: AbortSignal;
}

type Plan<Type extends AuthenticationPlan["type"]> = Extract<AuthenticationPlan, { type: Type }>;

const TOKEN_TIMEOUT_MS = 10_000;
const TOKEN_MAX_BYTES = 64 * 1024;

/** Headers that prove to somebody's server who sends the request. Fails when no token can be fetched for it. */
export async function signRequest(
  context: SigningContext,
  plan: AuthenticationPlan,
  request: SignedRequest,
): Promise<Record<string, string>> {
  switch (plan.type) {
    case "bearer": {
      const prefix = (plan.bearerPrefixEnabled ?? true) ? "Bearer " : "";
      return { [plan.headerName ?? "authorization"]: prefix + plan.token };
    }
    case "hmac":
      return hmacHeaders(context, plan, request);
    case "oauth2":
      return { authorization: `Bearer ${await fetchToken(context, plan)}` };
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

/** By the client credentials grant (RFC 6749, 4.4). */
async function fetchToken({ network, signal }: SigningContext, plan: Plan<"oauth2">): Promise<string> {
  const { clientId, clientSecret, scope } = plan;
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  };
  const answer = await askOutside(network, {
    method: "POST",
    url: new URL(plan.url),
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams(form).toString(),
    timeoutMs: TOKEN_TIMEOUT_MS,
    maxBytes: TOKEN_MAX_BYTES,
    signal,
  });
  const token = tokenOf(answer.text);
  if (answer.status !== 200 || token === undefined)
    throw new Error(`the token URL answered with status ${answer.status} and no access_token`);
  return token;
}

function tokenOf(text: string): string | undefined {
  try {
    const { access_token: token } = JSON.parse(text) as { access_token?: unknown };
    return typeof token === "string" && token !== "" ? token : undefined;
  } catch {
    return undefined;
  }
}

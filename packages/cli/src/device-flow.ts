import { ApiError, type Send, ServerUnreachableError } from "@callwright/client";
import { z } from "zod";
import { CliError } from "./cli-error.ts";
import type { Machine } from "./machine.ts";

/** This program's client id at the authentication service. */
const CLIENT_ID = "callwright-cli";

/** RFC 8628, 3.2: the default interval. */
const INTERVAL_DEFAULT_SECONDS = 5;
/** RFC 8628, 3.5: each `slow_down` adds this. */
const SLOW_DOWN_SECONDS = 5;

const DeviceCode = z.object({
  device_code: z.string(),
  // Printed on a terminal, so it must not contain control characters.
  user_code: z.string().regex(/^[\w-]+$/),
  verification_uri: z.url({ protocol: /^https?$/ }),
  verification_uri_complete: z.url({ protocol: /^https?$/ }).optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().optional(),
});
export type DeviceCode = z.infer<typeof DeviceCode>;

const Granted = z.object({ access_token: z.string().min(1) });

/** RFC 8628, 3.1: requests a device code. */
export async function requestDeviceCode(send: Send): Promise<DeviceCode> {
  const asked = send("POST", "/api/auth/device/code", { body: { client_id: CLIENT_ID }, needsToken: false });
  const answer = DeviceCode.safeParse(await asked.then(readJson, forgiveMissing));
  if (answer.success) return answer.data;
  throw new CliError("refused", "The server did not return a device code. Check that the URL is a Callwright server.");
}

/** Undefined if the text is not JSON. */
function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => undefined);
}

/** A server without this path is not a Callwright server. */
function forgiveMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}

/**
 * RFC 8628, 3.4 and 3.5:
 *
 *     waiting ──authorization_pending──▶ waiting
 *     waiting ──slow_down──▶ waiting, 5 s longer      waiting ──no response──▶ waiting, twice as long
 *     waiting ──approved──▶ the session's token       waiting ──denied, expired──▶ CliError
 */
export async function awaitApproval(
  send: Send,
  { device_code, expires_in, interval }: DeviceCode,
  { nowMs, wait }: Pick<Machine, "nowMs" | "wait">,
): Promise<string> {
  const endsAtMs = nowMs() + expires_in * 1000;
  let intervalSeconds = interval ?? INTERVAL_DEFAULT_SECONDS;
  const body = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code, client_id: CLIENT_ID };
  while (nowMs() < endsAtMs) {
    await wait(intervalSeconds * 1000);
    try {
      const response = await send("POST", "/api/auth/device/token", { body, needsToken: false });
      return Granted.parse(await response.json()).access_token;
    } catch (error) {
      intervalSeconds = nextInterval(error, intervalSeconds);
    }
  }
  throw expired();
}

/** Seconds until the next attempt. Throws if no attempt can succeed. */
function nextInterval(error: unknown, intervalSeconds: number): number {
  if (error instanceof ServerUnreachableError) return intervalSeconds * 2;
  if (!(error instanceof ApiError)) throw error;
  if (error.status === 429) return Math.max(intervalSeconds, error.retryAfterSeconds ?? 0);
  const { body } = error;
  const code = typeof body === "object" && body !== null && "error" in body ? body.error : undefined;
  if (code === "authorization_pending") return intervalSeconds;
  if (code === "slow_down") return intervalSeconds + SLOW_DOWN_SECONDS;
  if (code === "access_denied")
    throw new CliError("notSignedIn", "The request was denied in the browser. You are not signed in.");
  if (code === "expired_token") throw expired();
  throw error;
}

function expired(): CliError {
  return new CliError("notSignedIn", "The code expired before it was approved. Run 'callwright login' again.");
}

import { createHash, randomBytes } from "node:crypto";
import { isSameSecret } from "../../../platform/secrets/same-secret.ts";

const SECRET_BYTES = 32;

/** A new secret for a call's room. `webCallUrl` shows it once. The row keeps only its hash; an answer stored for an `Idempotency-Key` is sealed. */
export function newRoomSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** The hash in the row. A plain hash is enough: the secret has 256 random bits. */
export function hashRoomSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function isRoomSecret(secret: string, hash: string): boolean {
  return isSameSecret(hashRoomSecret(secret), hash);
}

/** Address of a call's room at its node. It contains the secret that lets anyone join, so it must not be logged. */
export function roomUrl(nodeUrl: string, callId: string, secret: string): string {
  return `${nodeUrl}/call/${callId}/room?secret=${secret}`;
}

/** Address of the websocket of a call without a room. It contains the secret, as `roomUrl` does. */
export function socketUrl(nodeUrl: string, callId: string, secret: string): string {
  return `${nodeUrl.replace(/^http/, "ws")}/call/${callId}/transport?secret=${secret}`;
}

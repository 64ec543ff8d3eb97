import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const SECRET_BYTES = 32;

/** A fresh secret for a call's room. It is told once, in `webCallUrl`. A call keeps only its hash; an answer kept for an `Idempotency-Key` is sealed. */
export function newRoomSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/** What a row keeps. A plain hash is enough: the secret has 256 random bits. */
export function hashRoomSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}

export function isRoomSecret(secret: string, hash: string): boolean {
  const given = Buffer.from(hashRoomSecret(secret));
  const wanted = Buffer.from(hash);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** Address of a call's room at the node that hosts it, secret included: whoever holds it may join, and it must not be logged. */
export function roomUrl(nodeUrl: string, callId: string, secret: string): string {
  return `${nodeUrl}/call/${callId}/room?secret=${secret}`;
}

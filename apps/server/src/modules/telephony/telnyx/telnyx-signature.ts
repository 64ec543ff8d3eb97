import { createPublicKey, type KeyObject, verify } from "node:crypto";
import type { TelnyxAccount } from "./telnyx-client.ts";

/** What stands before the 32 bytes of an Ed25519 key in its usual form (SPKI). */
const SPKI_PREFIX = Buffer.from("302a300506032b6570032100", "hex");
const KEY_BYTES = 32;
/** A request that was signed longer ago, or later than now, is refused as a repetition. */
const TOLERANCE_SECONDS = 300;

/** Undefined: the text is no such key. */
export function readPublicKey(publicKey: string): KeyObject | undefined {
  const bytes = Buffer.from(publicKey, "base64");
  if (bytes.length !== KEY_BYTES) return undefined;
  return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, bytes]), format: "der", type: "spki" });
}

interface Signed {
  body: string;
  signature: string;
  /** Seconds of the Unix time. */
  timestamp: string;
  now: Date;
}

/** Did Telnyx sign a request for the account, in the last minutes? */
export function isSignedByTelnyx({ publicKey }: TelnyxAccount, { body, signature, timestamp, now }: Signed): boolean {
  const key = readPublicKey(publicKey);
  const isRecent = Math.abs(now.getTime() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS;
  return (
    key !== undefined && isRecent && verify(null, Buffer.from(`${timestamp}|${body}`), key, Buffer.from(signature, "base64"))
  );
}

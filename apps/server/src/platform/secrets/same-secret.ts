import { timingSafeEqual } from "node:crypto";

/** Is the secret, hash or signature that was sent the right one? The comparison takes as long for a wrong one. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(wanted as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}

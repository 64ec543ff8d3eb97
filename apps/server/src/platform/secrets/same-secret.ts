import { timingSafeEqual } from "node:crypto";

/** Whether a sent secret, hash or signature is right. The comparison takes the same time for wrong ones. */
export function isSameSecret(given: string | Buffer, wanted: string | Buffer): boolean {
  const [one, other] = [Buffer.from(given as string), Buffer.from(wanted as string)];
  return one.length === other.length && timingSafeEqual(one, other);
}

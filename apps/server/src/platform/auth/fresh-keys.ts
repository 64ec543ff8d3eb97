import { errors } from "jose";

/** Verifies with the keys that are known, and again with keys that are read now if the right one is not among them. */
export function withFreshKeys<Verified>(
  verify: (options: { fresh: boolean }) => Promise<Verified>,
  canRead: boolean,
): Promise<Verified> {
  return verify({ fresh: false }).catch((error: unknown) => {
    if (!canRead || !(error instanceof errors.JWKSNoMatchingKey)) throw error;
    return verify({ fresh: true });
  });
}

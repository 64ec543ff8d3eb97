import { createPublicKey, type JsonWebKey, type KeyObject } from "node:crypto";
import { KEY_SET_ALGORITHMS, RSA_MIN_BITS } from "@callwright/contract";
import type { JWK } from "jose";

const CURVES: Record<string, readonly string[]> = { EC: ["P-256", "P-384", "P-521"], OKP: ["Ed25519"] };

/** Why a key may not verify tokens, as the end of a sentence that begins with its name; undefined if it may. */
export function keyProblem(key: JWK): string | undefined {
  if (key.kty !== "RSA" && key.kty !== "EC" && key.kty !== "OKP") return "must be a public key of kind RSA, EC or OKP";
  if (key.d !== undefined)
    return "must be a public key: leave out its private part, and make another pair, for this one has been told";
  if (key.use !== undefined && key.use !== "sig") return "must be for signatures (use: sig)";
  if (key.alg !== undefined && !KEY_SET_ALGORITHMS.includes(key.alg))
    return `must be for one of ${KEY_SET_ALGORITHMS.join(", ")}`;
  if (key.kty !== "RSA" && !CURVES[key.kty]?.includes(key.crv ?? "")) return `must be on one of ${CURVES[key.kty]?.join(", ")}`;
  return sizeProblem(key);
}

function sizeProblem(key: JWK): string | undefined {
  const read = readKey(key);
  if (!read) return "cannot be read as a JSON Web Key";
  const { modulusLength: bits, publicExponent: exponent } = read.asymmetricKeyDetails ?? {};
  if (bits === undefined) return undefined;
  if (bits < RSA_MIN_BITS) return `has ${bits} bits, and must have at least ${RSA_MIN_BITS}`;
  // With an exponent of 1 everybody signs, and two divides no product of two large primes.
  if (exponent === undefined || exponent < 3n || exponent % 2n === 0n) return "must have an odd exponent of at least 3";
  const lastByte = Buffer.from(key.n ?? "", "base64url").at(-1) ?? 0;
  return lastByte % 2 === 0 ? "must have an odd modulus" : undefined;
}

function readKey(key: JWK): KeyObject | undefined {
  try {
    return createPublicKey({ key: key as JsonWebKey, format: "jwk" });
  } catch {
    return undefined;
  }
}

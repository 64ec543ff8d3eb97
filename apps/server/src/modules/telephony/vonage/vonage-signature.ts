import { createHash } from "node:crypto";
import { jwtVerify } from "jose";
import type { VonageAccount } from "./vonage-client.ts";

/** A request that was signed longer ago, or later than now, is refused as a repetition. */
const TOLERANCE_SECONDS = 300;
const BEARER = /^Bearer (\S+)$/i;

interface Signed {
  body: string;
  /** Of the request. */
  authorization: string;
  now: Date;
}

/** The id of a request that Vonage has signed for the account and the application, with this body, in the last minutes. Undefined: it did not. */
export async function idOfSigned(
  { signatureSecret, apiKey, applicationId }: VonageAccount,
  { body, authorization, now }: Signed,
): Promise<string | undefined> {
  const token = BEARER.exec(authorization)?.[1] ?? "";
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(signatureSecret), {
      algorithms: ["HS256"],
      currentDate: now,
      requiredClaims: ["iat", "jti", "payload_hash"],
    });
    const { payload_hash: hash, application_id: application = applicationId, api_key: key = apiKey, iat = 0, jti } = payload;
    const isRecent = Math.abs(now.getTime() / 1_000 - iat) <= TOLERANCE_SECONDS;
    const isOfAccount = application === applicationId && key === apiKey;
    return isRecent && isOfAccount && hash === createHash("sha256").update(body).digest("hex") ? jti : undefined;
  } catch {
    return undefined;
  }
}

import { isRecent } from "@callwright/contract";
import { askTokenUrl } from "../net/ask-token-url.ts";
import { failureDetail } from "../net/host-failure.ts";
import type { OutsideNetwork } from "../net/outside-network.ts";
import { type Bucket, objectUrl, StorageError } from "./bucket.ts";

const SCOPE = "https://www.googleapis.com/auth/devstorage.read_write";
/** A token is renewed this long before it expires. */
const RENEW_MS = 60_000;
const LIFETIME_SECONDS = 3_600;

interface GcsBucket extends Pick<Bucket, "folder"> {
  bucket: string;
  /** The service's address, without the bucket. */
  url: string;
  key: { clientEmail: string; privateKeyId: string; privateKey: string; tokenUri: string };
  network: OutsideNetwork;
  now: () => Date;
}

/** A bucket of Google Cloud Storage, by its XML API and the access token of a service account. */
export function gcsBucket({ bucket, folder, url, key, network, now }: GcsBucket): Bucket {
  const name = `gs://${bucket}`;
  let known: { token: string; fetchedAtMs: number; lifetimeMs: number } | undefined;

  async function accessToken(signal: AbortSignal): Promise<string> {
    if (known && isRecent(known.fetchedAtMs, now().getTime(), known.lifetimeMs - RENEW_MS)) return known.token;
    const form = {
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion: await assertion(key, now()),
    };
    const url = new URL(key.tokenUri);
    const { status, fields } = await askTokenUrl(network, { url, form, signal }).catch((cause: unknown) => {
      throw new StorageError(`${url.host} gave no access token: ${failureDetail(cause)}.`, undefined, {
        cause,
      });
    });
    const { access_token: token, expires_in: seconds = LIFETIME_SECONDS, error = "" } = fields;
    if (status !== 200 || typeof token !== "string") {
      const why = typeof error === "string" && error ? `${status} ${error}` : status;
      throw new StorageError(`Google refuses the service account key of ${name} (${why}).`, status);
    }
    known = { token, fetchedAtMs: now().getTime(), lifetimeMs: Number(seconds) * 1000 };
    return token;
  }

  return {
    name,
    folder,
    async sign({ path, headers, signal }) {
      const authorization = `Bearer ${await accessToken(signal)}`;
      return { url: objectUrl(`${url}/${encodeURIComponent(bucket)}`, path), headers: { ...headers, authorization } };
    },
  };
}

async function assertion({ clientEmail, privateKeyId, privateKey, tokenUri }: GcsBucket["key"], now: Date): Promise<string> {
  const { importPKCS8, SignJWT } = await import("jose");
  // A key that was copied out of a JSON file has its line breaks written as \n.
  const key = await importPKCS8(privateKey.replaceAll("\\n", "\n"), "RS256").catch((cause: unknown) => {
    throw new StorageError("The private key of the service account is no key in PEM format.", undefined, { cause });
  });
  const seconds = Math.floor(now.getTime() / 1000);
  return new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: "RS256", kid: privateKeyId, typ: "JWT" })
    .setIssuer(clientEmail)
    .setAudience(tokenUri)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(key);
}

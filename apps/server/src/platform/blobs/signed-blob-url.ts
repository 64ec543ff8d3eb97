import { BLOB_PATH } from "../http/own-paths.ts";
import { createLinkSigner } from "../secrets/link-signer.ts";
import { isBlobKey } from "./blob-key.ts";

export interface BlobUrls {
  /** Absolute URL that opens the blob for 6 to 12 hours, and `extraDays` longer. `origin` is the address the reader uses. */
  sign(key: string, origin: string, extraDays?: number): string;
  /** Does `signature` open `key` now? */
  verify(key: string, expires: string, signature: string): boolean;
}

/** `secret` is the server's own. It opens every blob. */
export function createBlobUrls(secret: string, now: () => Date): BlobUrls {
  const signer = createLinkSigner(secret, "blob", now);
  return {
    sign: (key, origin, extraDays) => `${origin}${BLOB_PATH}${key}?${signer.sign(key, extraDays)}`,
    verify: (key, expires, signature) => isBlobKey(key) && signer.verify(key, expires, signature),
  };
}

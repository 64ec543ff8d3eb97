import { BLOB_PATH } from "../http/own-paths.ts";
import { createLinkSigner } from "../secrets/link-signer.ts";
import { isBlobKey } from "./blob-key.ts";

/** `secret` is the server's own. It gives access to every blob. */
export function createBlobUrls(secret: string, now: () => Date) {
  const signer = createLinkSigner(secret, "blob", now);
  return {
    /** Absolute URL that opens the blob for 6 to 12 hours, and `extraDays` longer. `origin` is the address the reader uses. */
    sign: (key: string, origin: string, extraDays?: number) => `${origin}${BLOB_PATH}${key}?${signer.sign(key, extraDays)}`,
    /** Does `signature` open `key` now? */
    verify: (key: string, expires: string, signature: string) => isBlobKey(key) && signer.verify(key, expires, signature),
  };
}

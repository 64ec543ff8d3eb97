import { createHmac } from "node:crypto";
import { BLOB_PATH } from "../http/own-paths.ts";
import { isSameSecret } from "../secrets/same-secret.ts";
import { isBlobKey } from "./blob-key.ts";

/**
 * URLs live between one and two of these. Rounding keeps the URL of a blob the same for hours, so that a page that reads
 * its call again does not restart its player, and a browser may cache.
 */
const WINDOW_SECONDS = 6 * 3600;

export interface BlobUrls {
  /** Absolute URL that opens the blob for 6 to 12 hours. `origin` is the address the reader uses. */
  sign(key: string, origin: string): string;
  /** Does `signature` open `key` now? */
  verify(key: string, expires: string, signature: string): boolean;
}

/** `secret` is the server's own. It opens every blob. */
export function createBlobUrls(secret: string, now: () => Date): BlobUrls {
  const seconds = () => Math.floor(now().getTime() / 1000);
  const mac = (key: string, expires: string) => createHmac("sha256", secret).update(`blob\n${key}\n${expires}`).digest();

  return {
    sign(key, origin) {
      const expires = String((Math.floor(seconds() / WINDOW_SECONDS) + 2) * WINDOW_SECONDS);
      return `${origin}${BLOB_PATH}${key}?expires=${expires}&signature=${mac(key, expires).toString("base64url")}`;
    },

    verify(key, expires, signature) {
      if (!isBlobKey(key) || !/^\d{1,12}$/.test(expires) || Number(expires) <= seconds()) return false;
      return isSameSecret(Buffer.from(signature, "base64url"), mac(key, expires));
    },
  };
}

import { createBlobUrls } from "../../blobs/signed-blob-url.ts";
import type { ServerContext } from "../../server-context.ts";

/** Addresses that the reader of an answer can open. */
export interface CallLinks {
  /** Of a blob, by its key. */
  sign(key: string): string;
  /** Where the call is steered. */
  controlUrl(id: string): string;
}

/** Links for a reader who reaches the server at `origin`. */
export function createCallLinks({ secrets, now }: Pick<ServerContext, "secrets" | "now">): (origin: string) => CallLinks {
  const urls = createBlobUrls(secrets.urlSigning, now);
  return (origin) => ({ sign: (key) => urls.sign(key, origin), controlUrl: (id) => `${origin}/call/${id}/control` });
}

import { createBlobUrls } from "../../../platform/blobs/signed-blob-url.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createListenUrls } from "../runtime/listen-url.ts";

/** Addresses that the reader of an answer can open. */
export interface CallLinks {
  /** Of a blob, by its key. */
  sign(key: string): string;
  /** Where the sound of a running call is. `nodeUrl`: of the node that hosts it. */
  listenUrl(id: string, nodeUrl: string | null): string;
  /** Where the call is steered. */
  controlUrl(id: string): string;
}

type LinksAt = (origin: string, extraDays?: number) => CallLinks;

/** Links for a reader who reaches the server at `origin`. Those of blobs work `extraDays` longer. */
export function createCallLinks({ secrets, now }: Pick<ServerContext, "secrets" | "now">): LinksAt {
  const urls = createBlobUrls(secrets.urlSigning, now);
  const listenUrls = createListenUrls(secrets.urlSigning, now);
  return (origin, extraDays) => ({
    sign: (key) => urls.sign(key, origin, extraDays),
    listenUrl: (id, nodeUrl) => listenUrls.sign(id, nodeUrl ?? origin),
    controlUrl: (id) => `${origin}/call/${id}/control`,
  });
}

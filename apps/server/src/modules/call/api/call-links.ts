import { createBlobUrls } from "../../../platform/blobs/signed-blob-url.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { createListenUrls } from "../runtime/listen-url.ts";

/** Links for a reader who reaches the server at `origin`. Those of blobs work `extraDays` longer. */
export function createCallLinks({ secrets, now }: Pick<ServerContext, "secrets" | "now">) {
  const urls = createBlobUrls(secrets.urlSigning, now);
  const listenUrls = createListenUrls(secrets.urlSigning, now);
  return (origin: string, extraDays?: number) => ({
    /** Signs the link of a blob, given its key. */
    sign: (key: string) => urls.sign(key, origin, extraDays),
    /** Where the sound of a running call is. `nodeUrl`: of the node that hosts it. */
    listenUrl: (id: string, nodeUrl: string | null) => listenUrls.sign(id, nodeUrl ?? origin),
    /** The address that receives control messages of the call. */
    controlUrl: (id: string) => `${origin}/call/${id}/control`,
  });
}

/** Addresses that the reader of an answer can open. */
export type CallLinks = ReturnType<ReturnType<typeof createCallLinks>>;

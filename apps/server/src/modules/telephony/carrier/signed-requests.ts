import type { Logger } from "../../../platform/config/logger.ts";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { readBody } from "../../../platform/http/request-body.ts";

interface SignedRequests<Signed> {
  carrier: string;
  log: Logger;
  /** What the carrier has signed, or why it did not, as a reason for the log. */
  verify(c: AppContext, body: string, numberId: string): Promise<Signed | string>;
}

const BODY_MAX_BYTES = 64_000;

/** Takes requests of a carrier. Every request that it did not sign gets a 403, whatever its fault. */
export function takeSigned<Signed extends object>(
  app: App,
  path: string,
  { carrier, log, verify }: SignedRequests<Signed>,
  take: (signed: Signed, c: AppContext) => Promise<Response>,
): void {
  app.post(path, async (c) => {
    const numberId = c.req.param("id") ?? "";
    const body = Buffer.from(await readBody(c, BODY_MAX_BYTES)).toString("utf8");
    const signed = await verify(c, body, numberId);
    if (typeof signed !== "string") return take(signed, c);
    log.warn({ numberId, reason: signed }, `a request in the name of ${carrier} was refused`);
    return c.body(null, 403);
  });
}

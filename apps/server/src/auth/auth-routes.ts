import type { App } from "../http/app.ts";
import { clientAddress } from "../http/client-address.ts";
import { requireTrustedOrigin } from "../http/cross-origin.ts";
import { readJsonBody } from "../http/request-body.ts";
import type { ServerContext } from "../server-context.ts";
import { AUTH_PATH, type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";

/** Mount the authentication service. It relies on cookies, so only our own pages may use it. */
export function authRoutes(app: App, auth: Auth, { config }: Pick<ServerContext, "config">): void {
  app.on(["GET", "POST"], `${AUTH_PATH}/*`, async (c) => {
    requireTrustedOrigin(c, config);
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c, config));
    const body = c.req.method === "POST" && c.req.raw.body ? await readOptionalBody() : undefined;
    return auth.handler(new Request(c.req.url, { method: c.req.method, headers, body: body ?? null }));

    async function readOptionalBody(): Promise<string | undefined> {
      // Sign-out and the like come without a body.
      if (c.req.header("content-length") === "0") return undefined;
      return (await readJsonBody(c)).text;
    }
  });
}

import type { App, AppContext } from "../http/app.ts";
import { clientAddress } from "../http/client-address.ts";
import { requireTrustedOrigin } from "../http/cross-origin.ts";
import { readJsonBody } from "../http/request-body.ts";
import type { Logger } from "../logger.ts";
import type { ServerContext } from "../server-context.ts";
import { AUTH_PATH, type Auth, authRequest, CLIENT_ADDRESS_HEADER } from "./auth.ts";

/** Mount the authentication service. It relies on cookies, so only our own pages may use it. */
export function authRoutes(app: App, auth: Auth, { config }: Pick<ServerContext, "config">): void {
  app.on(["GET", "POST"], `${AUTH_PATH}/*`, async (c) => {
    requireTrustedOrigin(c, config);
    const headers = new Headers(c.req.raw.headers);
    headers.set(CLIENT_ADDRESS_HEADER, clientAddress(c, config));
    const body = await readOptionalBody(c);
    const request = new Request(c.req.url, { method: c.req.method, headers, body });
    const state: { log: Logger; failure?: unknown } = { log: c.get("log") };
    const response = await authRequest.run(state, () => auth.handler(request));
    if (state.failure !== undefined) throw state.failure;
    return response;
  });
}

/** Sign-out and the like come without a body. */
async function readOptionalBody(c: AppContext): Promise<string | null> {
  const hasBody = c.req.method === "POST" && (c.req.header("transfer-encoding") || Number(c.req.header("content-length")) > 0);
  return hasBody ? (await readJsonBody(c)).text : null;
}

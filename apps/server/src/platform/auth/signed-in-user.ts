import type { AppContext } from "../http/app.ts";
import { clientAddress, requestOrigin } from "../http/client-address.ts";
import type { HttpContext } from "../http/http-context.ts";
import { AUTH_PATH } from "../http/own-paths.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { authRequest } from "./auth-request.ts";

/** The cookie's copy of a session may outlive a sign-out. */
const PATH = `${AUTH_PATH}/get-session?disableCookieCache=true&disableRefresh=true`;

/** Finds the user whose session is in a request's cookies. Undefined: nobody is signed in. Ignores tokens. */
export function createSignedInUser(auth: Auth, { config }: Pick<HttpContext, "config">) {
  return async (c: AppContext): Promise<string | undefined> => {
    const ipAddress = clientAddress(c, config);
    const origin = requestOrigin(c, config);
    const headers = { cookie: c.req.header("cookie") ?? "", [CLIENT_ADDRESS_HEADER]: ipAddress };
    const state = { log: c.get("log")(), origin, from: { ipAddress, requestId: c.get("requestId") } };
    const answer = await authRequest.run(state, () => auth.handler(new Request(origin + PATH, { headers })));
    const session = (await answer.json()) as { user?: { id: string } } | null;
    return session?.user?.id;
  };
}

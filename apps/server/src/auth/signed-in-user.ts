import type { AppContext } from "../http/app.ts";
import { clientAddress, requestOrigin } from "../http/client-address.ts";
import type { HttpContext } from "../http/http-context.ts";
import type { Auth } from "./auth.ts";
import { authRequest } from "./auth-request.ts";

/** Who is signed in in the browser that sent a request, by its cookies alone. */
export function createSignedInUser(auth: Auth, { config }: Pick<HttpContext, "config">) {
  return (c: AppContext): Promise<string | undefined> => {
    const from = { ipAddress: clientAddress(c, config), requestId: c.get("requestId") };
    const state = { log: c.get("log")(), origin: requestOrigin(c, config), from };
    const headers = new Headers({ cookie: c.req.header("cookie") ?? "" });
    // The cookie's copy may outlive a sign-out.
    const query = { disableCookieCache: true, disableRefresh: true };
    return authRequest.run(state, async () => (await auth.api.getSession({ headers, query }))?.user.id);
  };
}

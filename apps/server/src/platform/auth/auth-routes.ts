import { PlatformError } from "@callwright/contract";
import { BASE_ERROR_CODES } from "better-auth";
import { isDatabaseAway } from "../db/database-retry.ts";
import type { App, AppContext } from "../http/app.ts";
import { clientAddress, requestOrigin } from "../http/client-address.ts";
import { requireOwnPage } from "../http/cross-origin.ts";
import { DATABASE_RETRY_SECONDS } from "../http/error-response.ts";
import type { HttpContext } from "../http/http-context.ts";
import { AUTH_PATH } from "../http/own-paths.ts";
import { readJsonBody } from "../http/request-body.ts";
import { type Auth, CLIENT_ADDRESS_HEADER } from "./auth.ts";
import { type AuthRequest, authRequest } from "./auth-request.ts";
import { keepNewerCookies } from "./newer-cookies.ts";
import { fittingUserAgent } from "./session-data.ts";

/** Mount the authentication service. It relies on cookies, so only our own pages may use it. */
export function authRoutes(
  app: App,
  auth: Auth,
  { config }: Pick<HttpContext, "config">,
  hasDatabase: () => Promise<boolean>,
): void {
  app.on(["GET", "POST"], `${AUTH_PATH}/*`, async (c) => {
    requireOwnPage(c, config);
    const headers = new Headers(c.req.raw.headers);
    const ipAddress = clientAddress(c, config);
    headers.set(CLIENT_ADDRESS_HEADER, ipAddress);
    const body = await readOptionalBody(c);
    const request = new Request(c.req.url, { method: c.req.method, headers, body });
    const from = { ipAddress, userAgent: fittingUserAgent(c.req.header("user-agent") ?? ""), requestId: c.get("requestId") };
    const state: AuthRequest = { log: c.get("log")(), origin: requestOrigin(c, config), from };
    const answer = await authRequest
      .run(state, async () => keepNewerCookies(await auth.handler(request), c.req.path.slice(AUTH_PATH.length)))
      .catch((failure: unknown) => failureResponse(c, failure));
    // The service answers some failures itself, whatever their cause.
    if (answer.status === 500 && !(await hasDatabase()))
      throw new PlatformError("database-unavailable", { retryAfterSeconds: DATABASE_RETRY_SECONDS });
    return answer;
  });
}

/** The failures of routes in the service's own words, with their meaning for people. */
const FAILED: Record<string, { code: string; message: string }> = {
  "/sign-in/email": BASE_ERROR_CODES.FAILED_TO_CREATE_SESSION,
  "/update-user": BASE_ERROR_CODES.FAILED_TO_UPDATE_USER,
};

/** An expected failure, and a database that is away, are answered as everywhere else. */
function failureResponse(c: AppContext, failure: unknown): Response {
  const said = FAILED[c.req.path.slice(AUTH_PATH.length)];
  if (!said || failure instanceof PlatformError || isDatabaseAway(failure)) throw failure;
  c.get("log")().error({ err: failure }, said.message);
  return c.json({ code: said.code, message: said.message }, 500);
}

/** Requests such as sign-out have no body. */
async function readOptionalBody(c: AppContext): Promise<string | null> {
  const hasBody = c.req.method === "POST" && (c.req.header("transfer-encoding") || Number(c.req.header("content-length")) > 0);
  return hasBody ? (await readJsonBody(c)).text : null;
}

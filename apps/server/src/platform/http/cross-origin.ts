import { isIP } from "node:net";
import { hostname as machineName } from "node:os";
import { PlatformError, parseUrl, type Route } from "@callwright/contract";
import type { Config } from "../config/config.ts";
import { isPublicToken } from "./api-token.ts";
import type { AppContext } from "./app.ts";
import { sentBearer } from "./bearer.ts";
import { originByHeaders, type ReadHeader } from "./client-address.ts";

type OriginConfig = Pick<Config, "publicUrl" | "trustProxy">;

/**
 * May a page of this origin use the server? Only the server's own pages: the origin of PUBLIC_URL or, when that is unset, the address that
 * the page itself was loaded from, as long as that is an IP address or a local name. A request without an origin is not a browser's.
 */
export function isTrustedOrigin(header: ReadHeader, config: OriginConfig): boolean {
  const origin = header("origin");
  if (origin === undefined) return true;
  // Scheme and host by PUBLIC_URL; otherwise only the host, because a proxy may accept https without telling this server.
  if (config.publicUrl) return origin === new URL(config.publicUrl).origin;
  const address = parseUrl(originByHeaders(header, config));
  if (!address || parseUrl(origin)?.host !== address.host) return false;
  // A proxy passes on only the names that it is configured for.
  return config.trustProxy || isLocalName(address.hostname);
}

/** Names under these are in no public DNS (RFC 6761, 6762, 8375; ICANN's `.internal`; `.lan` is what routers use). */
const LOCAL_DOMAIN = /\.(localhost|local|internal|home\.arpa|lan)$/;

/**
 * Whether no stranger can make this name point here. Any other name may be one of a stranger's page, which temporarily resolves to this server's
 * address (DNS rebinding) and would then be its own page.
 */
function isLocalName(hostname: string): boolean {
  const isAddress = hostname.startsWith("[") || isIP(hostname) !== 0;
  const isOneWord = !hostname.includes(".");
  return isAddress || isOneWord || LOCAL_DOMAIN.test(hostname) || hostname === machineName().toLowerCase();
}

/** Refuse a page of another origin, with the sentence that names PUBLIC_URL. */
export function requireTrustedOrigin(c: AppContext, config: OriginConfig): void {
  if (!isTrustedOrigin((name) => c.req.header(name), config))
    throw new PlatformError("origin-not-trusted", { origin: (c.req.header("origin") ?? "").slice(0, 200) });
}

const SOCIAL_CALLBACK_PATH = "/api/auth/callback/";

/** A browser's mark of a request that another site's page made, by a link or a form, which may have no origin. */
const OTHER_SITES = new Set(["cross-site", "same-site"]);

/**
 * Refuses requests that come neither from our own pages nor from a program: for routes that accept cookies. A browser sends the origin with every
 * change, so a request with cookies and without an origin is refused.
 */
export function requireOwnPage(c: AppContext, config: OriginConfig): void {
  requireTrustedOrigin(c, config);
  // Another service sends a person back here, with data that only the browser that was sent there can use.
  if (c.req.method === "GET" && c.req.path.startsWith(SOCIAL_CALLBACK_PATH)) return;
  if (OTHER_SITES.has(c.req.header("sec-fetch-site") ?? ""))
    throw new PlatformError("origin-not-trusted", { origin: "another site" });
  if (c.req.method !== "GET" && c.req.header("cookie") && c.req.header("origin") === undefined)
    throw new PlatformError("origin-not-trusted", { origin: "an unnamed origin" });
}

/**
 * Routes a visitor's page may call (scope `public` and `none`) are open to every origin, without cookies; the rest only to our own
 * pages. Answers the preflight when the request is one.
 */
export function allowOrigin(c: AppContext, route: Pick<Route, "scope" | "method">, config: OriginConfig): Response | undefined {
  const isPreflight = c.req.method === "OPTIONS";
  if (isPreflight && c.req.header("access-control-request-method") !== route.method) return undefined;
  if (route.scope !== "public" && route.scope !== "none") {
    // The page's origin matters for private tokens only. A public token is refused on these routes, with an error about the token.
    if (isPreflight || !isPublicToken(sentBearer(c) ?? "")) requireTrustedOrigin(c, config);
    return isPreflight ? c.body(null, 204) : undefined;
  }
  c.header("Access-Control-Allow-Origin", "*");
  c.header("Access-Control-Expose-Headers", "X-Request-Id, Retry-After, Callwright-Warnings");
  if (!isPreflight) return undefined;
  c.header("Access-Control-Allow-Methods", route.method);
  c.header("Access-Control-Allow-Headers", "Authorization, Callwright-Compat, Content-Type, Idempotency-Key, X-Client-Id");
  c.header("Access-Control-Max-Age", "600");
  return c.body(null, 204);
}

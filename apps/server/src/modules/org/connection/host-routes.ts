import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import {
  connectionRoutes,
  HOST_PATH,
  isLackedByHosts,
  PlatformError,
  type PlatformRouteName,
  platformRoutes,
  type Route,
} from "@callwright/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { App, AppContext } from "../../../platform/http/app.ts";
import { auditWrite, isAudited } from "../../../platform/http/audit-writes.ts";
import type { OrgCaller } from "../../../platform/http/caller.ts";
import { allowOrigin } from "../../../platform/http/cross-origin.ts";
import { admitOrg, honoPath } from "../../../platform/http/register-routes.ts";
import type { OutsideNetwork } from "../../../platform/net/outside-network.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { headersFromHost, headersToHost, VIA } from "./host-headers.ts";
import { type HostBody, sendToHost } from "./send-to-host.ts";
import { findConnection } from "./store.ts";

type NamedRoute = [name: PlatformRouteName, route: Route];

/**
 * The platform's routes under `/connection/host`: each is sent on to the organization's other host as it comes, with the kept key as its
 * bearer, and answered as it comes back. Who may call it is decided here, by the role the route needs.
 */
export function hostRoutes(app: App, context: ServerContext, network: OutsideNetwork): void {
  for (const [name, route] of hostTable()) {
    // Nothing here is for visitors.
    const asked = { ...route, scope: "private" } as const;
    app.on([route.method, "OPTIONS"], HOST_PATH + honoPath(route.path), async (c, next) => {
      const preflight = allowOrigin(c, asked, context.config);
      if (preflight) return preflight;
      if (c.req.method === "OPTIONS") return next();
      const caller = await admitOrg(c, asked, context);
      return passOn(c, [name, route], caller, context, network);
    });
  }
}

/** What a key of an organization opens, a path of fixed words before one with a parameter in that place. */
function hostTable(): NamedRoute[] {
  const routes = Object.entries<Route>(platformRoutes) as NamedRoute[];
  return routes
    .filter(([name, { scope }]) => isAskedOfHosts(name) || (scope !== "user" && scope !== "none" && !(name in connectionRoutes)))
    .sort(([, a], [, b]) => (a.path < b.path ? -1 : 1));
}

/** What another Callwright can run, its dashboard here has to know. */
const isAskedOfHosts = (name: PlatformRouteName) => name === "getServerStatus";

async function passOn(
  c: AppContext,
  [name, route]: NamedRoute,
  caller: OrgCaller,
  context: ServerContext,
  network: OutsideNetwork,
): Promise<Response> {
  if (c.req.header("via")?.includes(VIA)) throw new PlatformError("host-loop");
  const connection = await findConnection(context, caller.orgId);
  if (!connection?.enabled) throw new PlatformError("host-not-connected");
  const { url, privateKey, isCallwright } = connection;
  if (!isCallwright && isLackedByHosts(name))
    throw new PlatformError("host-lacks", { host: new URL(url).host, what: route.summary });
  const path = pathAtHost(c, route);
  const answer = await sendToHost(network, {
    url,
    privateKey,
    method: route.method,
    path,
    headers: headersToHost(c.req.raw.headers, c.get("requestId")),
    body: bodyOf(c.req.raw, route),
    signal: c.req.raw.signal,
  });
  const response = answered(c, answer, url + path);
  // The host knows only the key, so the person of the organization is recorded here.
  if (response.ok && isAudited(name, route)) {
    const target = { name: new URL(url).host };
    auditWrite(c, { name, route, caller, params: c.req.param(), answered: undefined, target }, context);
  }
  return response;
}

/** What a route without a body is sent does not reach the host, nor what is announced and never handed over, as of a GET. */
function bodyOf({ body, headers }: Request, route: Route): HostBody | undefined {
  const isChunked = headers.has("transfer-encoding");
  const lengthBytes = Number(headers.get("content-length") ?? 0);
  if (!route.body || !body || (!isChunked && lengthBytes === 0)) return undefined;
  // The browser's streams and Node's differ in their types alone.
  const stream = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
  return { stream, lengthBytes: isChunked ? undefined : lengthBytes };
}

/** Built from the route's parameters, so that no other path of the host can be reached. */
function pathAtHost(c: AppContext, route: Route): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = c.req.param(name) ?? "";
    if (/^\.{0,2}$|[/\\]/.test(value)) throw new PlatformError("not-found", { what: "Path" });
    return encodeURIComponent(value);
  });
  return path + new URL(c.req.url).search;
}

/** They have no body, whatever the host sends after one. */
const EMPTY_STATUSES = [204, 205, 304];

function answered(c: AppContext, answer: IncomingMessage, address: string): Response {
  const status = answer.statusCode ?? 502;
  const headers = headersFromHost(answer, address);
  // A proxy that collects an answer before it passes it on would turn a stream into a wait.
  if (headers["content-type"]?.startsWith("text/event-stream")) headers["x-accel-buffering"] = "no";
  const hasNoBody = EMPTY_STATUSES.includes(status);
  // Nobody would read what follows the answer to a HEAD, which the host is asked as a GET, and its socket would stay open.
  const isEmpty = hasNoBody || c.req.method === "HEAD";
  if (isEmpty) answer.destroy();
  // A 304 has the length of what the client already has.
  if (hasNoBody && status !== 304) delete headers["content-length"];
  return c.newResponse(
    isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>),
    status as ContentfulStatusCode,
    headers,
  );
}

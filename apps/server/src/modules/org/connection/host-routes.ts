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
 * The platform's routes under `/connection/host`. Each request is forwarded unchanged to the organization's other host, with the stored key as its
 * bearer, and the answer is returned unchanged. The role that the route needs decides who may call it.
 */
export function hostRoutes(app: App, context: ServerContext, network: OutsideNetwork): void {
  for (const [name, route] of hostTable()) {
    // Visitors may not use these routes.
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

/** The routes that an organization's key opens. A path of fixed words comes before a path with a parameter in the same place. */
function hostTable(): NamedRoute[] {
  const routes = Object.entries<Route>(platformRoutes) as NamedRoute[];
  return routes
    .filter(([name, { scope }]) => isAskedOfHosts(name) || (scope !== "user" && scope !== "none" && !(name in connectionRoutes)))
    .sort(([, a], [, b]) => (a.path < b.path ? -1 : 1));
}

/** The dashboard must know what the other Callwright can run. */
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

/** A body is not forwarded for a route without one, and neither is a body that is announced but never sent, as with a GET. */
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

/** Responses with these statuses have no body, even if the host sends one. */
const EMPTY_STATUSES = [204, 205, 304];

function answered(c: AppContext, answer: IncomingMessage, address: string): Response {
  const status = answer.statusCode ?? 502;
  const headers = headersFromHost(answer, address);
  // A proxy that buffers answers would delay the stream.
  if (headers["content-type"]?.startsWith("text/event-stream")) headers["x-accel-buffering"] = "no";
  const hasNoBody = EMPTY_STATUSES.includes(status);
  // Nothing reads the body of a HEAD request, which the host gets as a GET, so its socket would stay open.
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

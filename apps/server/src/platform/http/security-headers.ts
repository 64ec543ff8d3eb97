import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "./app.ts";

/**
 * What a page of ours may do. Scripts are our own files alone: no inline script, no `eval`; WebAssembly
 * for the noise cancellation of calls. Styles may be inline, for the
 * component library sets them on elements. Calls and recordings of a connected host come from that host, which may be one without TLS;
 * a browser that got the page over TLS refuses those by itself. The realtime connection is a websocket to our own origin, which `'self'`
 * means too, with TLS and without.
 */
const guard = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:"],
    fontSrc: ["'self'", "data:"],
    mediaSrc: ["'self'", "blob:", "https:", "http:"],
    workerSrc: ["'self'", "blob:"],
    connectSrc: ["'self'", "https:", "http:", "wss:", "ws:"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
  permissionsPolicy: { microphone: ["self"], camera: ["self"], geolocation: [] },
  referrerPolicy: "no-referrer",
  xFrameOptions: "DENY",
  // Public routes are read by pages of other origins.
  crossOriginResourcePolicy: false,
  // The proxy that terminates TLS decides that.
  strictTransportSecurity: false,
});

/**
 * Guards every answer. The headers are the same each time, so they are worked out once, and put on Node's own answer: to set a dozen on
 * a web one takes longer than all else that the HTTP layer does. An answer that has one of them by itself keeps its own.
 */
export async function securityHeaders(): Promise<MiddlewareHandler<AppEnv>> {
  const guarded = await new Hono()
    .use(guard)
    .get("/", (c) => c.body(null))
    .request("/");
  const headers = [...guarded.headers];
  return async (c, next) => {
    for (const [name, value] of headers) c.env.outgoing.setHeader(name, value);
    await next();
  };
}

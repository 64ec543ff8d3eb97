import { Hono, type MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import type { AppEnv } from "./app.ts";

/**
 * The permissions of our pages. Scripts are our own files only: no inline script, no `eval`; WebAssembly for the noise cancellation of calls. Styles
 * may be inline, because the component library sets them on elements. Calls and recordings of a connected host come from that host, which may have no
 * TLS; a browser that loaded the page over TLS refuses those by itself. The realtime connection is a websocket to our own origin, which `'self'`
 * includes, with and without TLS.
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
 * Guards every answer. The headers are the same each time, so they are computed once, and set on Node's own response: a dozen headers on a web
 * response take longer than all other work of the HTTP layer. A header that an answer sets itself stays.
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

import { secureHeaders } from "hono/secure-headers";

/**
 * What a page of ours may do. Scripts are our own files alone: no inline script, no `eval`; WebAssembly
 * for the noise cancellation of calls. Styles may be inline, for the
 * component library sets them on elements. Connections may leave, because the dashboard also works against another host of the same API.
 */
export const securityHeaders = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:", "blob:"],
    fontSrc: ["'self'", "data:"],
    mediaSrc: ["'self'", "blob:", "https:"],
    workerSrc: ["'self'", "blob:"],
    connectSrc: ["'self'", "https:", "wss:"],
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
  // Whoever ends TLS decides that.
  strictTransportSecurity: false,
});

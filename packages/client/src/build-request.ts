import type { RouteAddress } from "./route-addresses.ts";

/** The options of any call, as seen at run time. Path parameters stand beside these. */
export interface LooseOptions {
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  idempotencyKey?: string;
  [pathParameter: string]: unknown;
}

/** Fills in `{name}` parameters and appends the query: an array repeats its key, undefined is left out. */
export function buildUrl(baseUrl: string, path: string, options: LooseOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(options[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) query.append(name, String(each));
  }
  const search = query.size > 0 ? `?${query}` : "";
  return baseUrl.replace(/\/+$/, "") + filled + search;
}

export function buildRequest(route: RouteAddress, options: LooseOptions, token: string | undefined): RequestInit {
  const headers: Record<string, string> = { accept: "application/json" };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (options.body !== undefined) headers["content-type"] = "application/json";
  if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
  return {
    method: route.method,
    headers,
    // The token is the only proof of who asks; cookies are for /api/auth.
    credentials: "omit",
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

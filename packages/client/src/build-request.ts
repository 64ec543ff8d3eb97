import type { CancelToken } from "./cancel-tokens.ts";
import type { RouteAddress } from "./route-address.ts";
import type { UploadProgress } from "./upload.ts";

/** The options of any call at run time, besides its path parameters. */
export interface LooseOptions {
  query?: Record<string, unknown>;
  body?: unknown;
  signal?: AbortSignal;
  cancelToken?: CancelToken;
  idempotencyKey?: string;
  onUploadProgress?: (progress: UploadProgress) => void;
  [pathParameter: string]: unknown;
}

/** Fills in `{name}` parameters and appends the query: an array repeats its key, an object is JSON, undefined is omitted. */
export function buildUrl(baseUrl: string, path: string, options: LooseOptions): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, options[name]));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    for (const each of Array.isArray(value) ? value : [value]) if (each !== undefined) query.append(name, asText(each));
  }
  const search = query.size > 0 ? `?${query}` : "";
  return baseUrl.replace(/\/+$/, "") + filled + search;
}

/** Values that would change the route as path segments. */
const NO_SEGMENT: readonly unknown[] = [undefined, "", ".", ".."];

function pathSegment(name: string, value: unknown): string {
  if (NO_SEGMENT.includes(value)) throw new TypeError(`The path parameter '${name}' is ${JSON.stringify(value) ?? "missing"}.`);
  return encodeURIComponent(String(value));
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

const JSON_TYPE = "application/json";

export function buildRequest(route: RouteAddress, options: LooseOptions, token: string | undefined): RequestInit {
  const headers: Record<string, string> = { accept: route.mediaType ? `${route.mediaType}, ${JSON_TYPE}` : JSON_TYPE };
  if (token !== undefined) headers.authorization = `Bearer ${token}`;
  if (options.idempotencyKey !== undefined) headers["idempotency-key"] = options.idempotencyKey;
  const hasBody = options.body !== undefined;
  // The browser sets the content type of a form, with the boundary.
  if (hasBody && !route.isForm) headers["content-type"] = JSON_TYPE;
  return {
    method: route.method,
    headers,
    // Only the token authenticates. Cookies are for /api/auth.
    credentials: "omit",
    ...(hasBody ? { body: route.isForm ? toForm(options.body as object) : JSON.stringify(options.body) } : {}),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  };
}

/** Files unchanged, a list of files as parts with one name, other objects as JSON. Undefined is omitted. */
function toForm(body: object): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body) as [string, unknown][]) {
    const isFiles = Array.isArray(value) && value.some((each) => each instanceof Blob);
    for (const each of isFiles ? value : [value]) {
      if (each instanceof Blob) form.append(name, each);
      else if (each !== undefined) form.append(name, asText(each));
    }
  }
  return form;
}

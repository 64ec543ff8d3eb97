import { type ErrorBody, PLATFORM_ERRORS, type PlatformErrorCode, type Route, STATUS_NAMES } from "@callwright/contract";
import type { AnswerDescription, OpenApiReference } from "./openapi-types.ts";
import { referenceTo } from "./schema-references.ts";

const CODES = Object.keys(PLATFORM_ERRORS) as PlatformErrorCode[];
const STATUSES = [...new Set(CODES.map((code): number => PLATFORM_ERRORS[code].status))].sort((a, b) => a - b);

const hasParameters = ({ path }: Route) => path.includes("{");
const needsToken = ({ scope }: Route) => scope !== "none";

const asksProvider = ({ path }: Route) => /\{provider\}|^\/11labs\/|^\/voice-library\/sync$/.test(path);
/** The query names an organization. */
const ofOneOrg = ({ path }: Route) => path === "/org/feature-flag";
const ASKING = ["PUT /connection", "POST /org/{id}/key-set"];
const SPENDING_PATHS = ["/call/web", "/chat", "/chat/responses", "/chat/web", "/chat/web/responses"];

/** Which routes can answer with a status. A status that is not named here: 5xx of all routes, 4xx of those that change something. */
const OCCURS: Record<number, (route: Route) => boolean> = {
  // A provider's refusal is passed on.
  400: (route) =>
    route.body !== undefined ||
    route.query !== undefined ||
    asksProvider(route) ||
    (route.method === "POST" && needsToken(route)),
  401: needsToken,
  // The month's budget is spent: no new call or chat.
  402: ({ method, path }) => method === "POST" && SPENDING_PATHS.includes(path),
  403: needsToken,
  404: (route) => hasParameters(route) || route.body !== undefined || ofOneOrg(route),
  410: ({ path }) => path.startsWith("/invitation"),
  413: (route) => route.body !== undefined,
  415: (route) => route.body !== undefined,
  // A server may be unable to place calls, to run tests, or to reach the resources of a provider.
  501: (route) => route.method === "POST" || asksProvider(route),
  // The route asks another server: a provider, the connected host, the host of a key set.
  502: (route) => asksProvider(route) || ASKING.includes(`${route.method} ${route.path}`),
  // A route that only reads stores nothing, so it is never out of space.
  507: ({ method }) => method !== "GET",
  408: () => true,
  431: () => true,
  429: (route) => route.method === "POST" && needsToken(route),
};

/** The failures a route can answer, by status. */
export function errorResponses(route: Route): Record<string, OpenApiReference> {
  const statuses = STATUSES.filter((status) => OCCURS[status]?.(route) ?? (status >= 500 || route.method !== "GET"));
  return Object.fromEntries(statuses.map((status) => [status, { $ref: `#/components/responses/${componentName(status)}` }]));
}

/** Each status with its codes of the catalogue. */
export function errorComponents(): Record<string, AnswerDescription> {
  return Object.fromEntries(STATUSES.map((status) => [componentName(status), errorComponent(status)]));
}

function componentName(status: number): string {
  return (STATUS_NAMES[status] ?? `Status${status}`).replaceAll(" ", "");
}

function errorComponent(status: number): AnswerDescription {
  const codes = CODES.filter((code) => PLATFORM_ERRORS[code].status === status);
  return {
    description: `${STATUS_NAMES[status] ?? "Failure"}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...([429, 503, 507].includes(status) ? { "Retry-After": { $ref: "#/components/headers/RetryAfter" } } : {}),
    },
    content: {
      "application/json": {
        schema: { $ref: referenceTo("ErrorBody") },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code, status) }])),
      },
    },
  };
}

const EXAMPLE_REQUEST_ID = "7d0e3f0a-5c1b-4b53-9a52-3f3a1a2b6c11";

function exampleOf(code: PlatformErrorCode, status: number): ErrorBody {
  const message = code === "validation-failed" ? ["model.temperature must be at most 2"] : PLATFORM_ERRORS[code].message;
  return { message, error: STATUS_NAMES[status] ?? "Error", statusCode: status, code, requestId: EXAMPLE_REQUEST_ID };
}
